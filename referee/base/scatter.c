/*
 * scatter.c - how much results must be taken to vary when hardly any differ.
 */
#include "base/scatter.h"

double scatter_least(double count)
{
	double off = count / 8 < 3 ? count / 8 : 3;

	if (count < 8)
		return 0;
	return off * (1 - off / count);
}
