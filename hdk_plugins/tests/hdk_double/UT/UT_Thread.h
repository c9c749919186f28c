#pragma once
class UT_Thread {
public:
    static int getNumProcessors() { return 3; }
};
