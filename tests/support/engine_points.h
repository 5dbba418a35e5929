/* How much of what a checkout's recipes launch is known, over all their points. */
#ifndef SUPPORT_ENGINE_POINTS_H
#define SUPPORT_ENGINE_POINTS_H

#include <stdbool.h>

/*
 * Over all pairs of a single-node recipe and a matrix point: whether the server is found,
 * and whether the settings that it has are known. Prints the table and each recipe that
 * misses, with why. False: it can't be read, or less is known than the project promises.
 */
bool engine_points(const char *checkout);

#endif
