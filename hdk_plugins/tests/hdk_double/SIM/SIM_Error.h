#pragma once
enum SIM_ErrorCodes { SIM_MESSAGE = 0 };
