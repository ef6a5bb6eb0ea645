// In the browser's module they are others, which do the same.
import * as one from 'rollcall-games';
import * as inside from 'rollcall-games/rollcall-games.mjs';
for (const name of Object.keys(inside))
  if (typeof inside[name] !== typeof one[name])
    throw name;
const means = [one, inside].map(all => String(
  all.playouts(new all.State('pig'), 50, 3)));
if (means[0] !== means[1])
  throw means;
