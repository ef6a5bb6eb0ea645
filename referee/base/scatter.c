/*
 * scatter.c - the least variation to assume when hardly any results differ.
 */
#include "base/scatter.h"

enum { OFF = 3, PER = 8 };

double scatter_least(double count)
{
	double off = count / PER < OFF ? count / PER : OFF;

	if (count < PER)
		return 0;
	return off * (1 - off / count);
}
