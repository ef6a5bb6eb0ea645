// Each way to load a package gives the same objects.
import * as star from 'PACKAGE';
import required from './required.cjs';
const dynamic = await import('PACKAGE');
for (const [name, value] of Object.entries(required))
  for (const all of [star, star.default, dynamic])
    if (value === undefined || all[name] !== value)
      throw name;
if (!Object.keys(required).length)
  throw 'nothing';
