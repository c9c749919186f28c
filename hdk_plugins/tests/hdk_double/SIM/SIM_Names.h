#pragma once
#define SIM_GEOMETRY_DATANAME "Geometry"
#define SIM_SOLVER_DATANAME "Solver"
#define SIM_FORCES_DATANAME "Forces"
