#pragma once
class PRM_SpareData;
