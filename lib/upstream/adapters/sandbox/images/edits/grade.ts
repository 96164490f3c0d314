import type { Brief } from '../brief/brief'
import { adjustColour } from '../colour/adjust-colour'
import type { Palette } from '../colour/palette'
import { openFlat, type Raster, withAlphaOf } from '../styles/raster'
import type { Edit } from './read-edit'

/** Light and colour as the words ask for; a picture that nothing else happens to takes the light of its palette. */
export async function grade(
  raster: Raster,
  edit: Edit,
  palette: Palette,
  isNeeded: boolean,
): Promise<Raster> {
  const { brief, brightness, saturation, warmth } = edit
  const light = lightOf(brief, palette, isNeeded)
  if (light === undefined && brightness === 1 && saturation === 1 && warmth === 1) return raster
  const mood = light?.mood ?? { brightness: 1, saturation: 1 }
  const tempered = openFlat(raster)
    .modulate({ brightness: brightness * mood.brightness, saturation: saturation * mood.saturation })
    .linear([warmth, 1, 1 / warmth], [0, 0, 0])
  const done = await withAlphaOf(tempered, raster)
  if (light === undefined) return done
  return withAlphaOf(
    openFlat(done).composite([{ input: Buffer.from(light.svg(raster)), blend: light.blend }]),
    raster,
  )
}

type Light = {
  svg: (raster: Raster) => string
  blend: 'soft-light' | 'multiply' | 'overlay'
  mood: { brightness: number; saturation: number }
}

function lightOf(
  { hour, palette: mood, colours }: Brief,
  palette: Palette,
  isNeeded: boolean,
): Light | undefined {
  if (hour === null && mood === null && colours.length === 0 && !isNeeded) return undefined
  const [above, middle, below] = palette.sky
  if (hour === 'night' || mood === 'night') {
    return {
      svg: (raster) => veil(raster, ['#2a3d80', '#3d5899', '#5674ad'], 0.86),
      blend: 'multiply',
      mood: { brightness: 0.88, saturation: 0.72 },
    }
  }
  const [first] = colours
  if (first !== undefined) {
    const colour = adjustColour(first, { lightness: 0.6 })
    return {
      svg: (raster) => veil(raster, [colour, first, colour], 0.8),
      blend: 'overlay',
      mood: { brightness: 1.05, saturation: 0.55 },
    }
  }
  return {
    svg: (raster) => veil(raster, [above, middle, below], 0.85),
    blend: 'soft-light',
    mood: { brightness: 1.04, saturation: mood === 'winter' || mood === 'storm' ? 0.5 : 1.12 },
  }
}

function veil({ width, height }: Raster, colours: readonly string[], opacity: number): string {
  const stops = colours
    .map((colour, at) => `<stop offset="${at / (colours.length - 1)}" stop-color="${colour}"/>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="v" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient></defs><rect width="100%" height="100%" fill="url(#v)" fill-opacity="${opacity}"/></svg>`
}
