#pragma once
#define SIM_GEOMETRY_DATANAME "Geometry"
#define SIM_SOLVER_DATANAME "Solver"
