import type { Brief } from '../brief/brief'
import { hexOf, mixColours, oklchOf } from '../colour/oklch'
import type { Palette } from '../colour/palette'
import { type PaletteName, palettes } from '../colour/palettes'
import type { Random } from '../random-of'
import type { Hour } from '../scenes/scene'
import type { SceneName } from '../scenes/scenes'

type Names = readonly [PaletteName, ...PaletteName[]]

const outdoors: Names = [
  'day',
  'dawn',
  'sunset',
  'dusk',
  'summer',
  'spring',
  'autumn',
  'winter',
  'nordic',
  'pastel',
]
const indoors: Names = ['terracotta', 'pastel', 'seventies', 'nordic', 'day', 'autumn', 'spring', 'summer']
const graphic: Names = [
  'seventies',
  'terracotta',
  'day',
  'pastel',
  'summer',
  'autumn',
  'spring',
  'sunset',
  'ocean',
  'nordic',
]

/** What suits a setting where the prompt leaves it open. */
const suiting: Partial<Record<SceneName, Names>> = {
  sea: ['ocean', 'sunset', 'dawn', 'dusk', 'day', 'summer', 'storm'],
  beach: ['summer', 'sunset', 'day', 'dusk', 'pastel'],
  city: ['dusk', 'sunset', 'night', 'day', 'dawn', 'neon', 'seventies'],
  forest: ['woodland', 'autumn', 'dawn', 'spring', 'winter', 'nordic'],
  desert: ['desert', 'sunset', 'dawn', 'seventies', 'terracotta'],
  nightHills: ['night', 'aurora'],
  space: ['night', 'neon', 'sunset', 'aurora', 'dusk'],
  underwater: ['ocean', 'aurora', 'day', 'dusk'],
  highSky: ['day', 'dawn', 'sunset', 'pastel', 'summer', 'dusk'],
  room: indoors,
  table: indoors,
  plain: graphic,
  abstract: graphic,
  portrait: graphic,
  botanical: ['woodland', 'terracotta', 'spring', 'pastel', 'nordic', 'seventies', 'autumn'],
}

const ofHour: Record<Hour, Names> = {
  dawn: ['dawn'],
  day: ['day', 'summer', 'spring', 'ocean'],
  sunset: ['sunset'],
  dusk: ['dusk'],
  night: ['night'],
}

const hourOf: Partial<Record<PaletteName, Hour>> = {
  dawn: 'dawn',
  sunset: 'sunset',
  dusk: 'dusk',
  night: 'night',
  aurora: 'night',
  neon: 'night',
  noir: 'night',
  pastel: 'dawn',
}

/** Where the colour that is named first is to be that of the shapes themselves, not of the air around them. */
const graphicScenes: readonly SceneName[] = ['abstract', 'space', 'plain', 'portrait', 'table']

/** The colours of the picture and the hour that goes with them: as the prompt says, else as suits its setting. */
export function choosePalette(
  brief: Brief,
  scene: SceneName,
  random: Random,
): { palette: Palette; hour: Hour } {
  const [name, hour] = chooseName(brief, scene, random)
  const base = palettes[name]
  const [first, second, third] = brief.colours
  return {
    hour,
    palette:
      first === undefined
        ? base
        : tinted(
            base,
            first,
            graphicScenes.includes(scene) ? [first, second ?? complement(first)] : [second, third],
          ),
  }
}

function chooseName(
  { palette, hour, scene: wanted }: Brief,
  scene: SceneName,
  random: Random,
): [PaletteName, Hour] {
  if (palette !== null) {
    // Snow by night, rain at dawn: the hour has the sky, unless the mood is one of light itself.
    const isDark = hourOf[palette] === 'night'
    if (hour === null || hour === 'day' || isDark)
      return [palette, isDark ? 'night' : (hourOf[palette] ?? hour ?? 'day')]
  }
  if (hour !== null)
    return [
      random.pick(scene === 'nightHills' && wanted ? (['night', 'aurora'] as const) : ofHour[hour]),
      hour,
    ]
  const name = random.pick(suiting[scene] ?? outdoors)
  return [name, hourOf[name] ?? 'day']
}

/** The palette turned to the colours that are asked for; how light each part is stays as it was. */
function tinted(
  base: Palette,
  first: string,
  [second, third]: [string | undefined, string | undefined],
): Palette {
  const accent = second ?? complement(first)
  const tint = (hex: string, share: number, towards = first) => retint(hex, towards, share)
  return {
    sky: [tint(base.sky[0], 1), tint(base.sky[1], 0.9), tint(base.sky[2], 0.55)],
    far: tint(mixColours(base.far, first, 0.35), 1),
    near: tint(base.near, 1),
    light: tint(base.light, 0.4, accent),
    accent: second ?? (isGrey(first) ? base.accent : accent),
    second: third ?? mixColours(first, base.light, 0.2),
    paper: tint(base.paper, 0.3),
    ink: tint(base.ink, 0.8),
  }
}

function retint(hex: string, towards: string, share: number): string {
  const from = oklchOf(hex)
  const to = oklchOf(towards)
  const chroma = from.chroma + (Math.min(to.chroma, 0.05 + from.chroma) - from.chroma) * share
  // Black and white are wishes for lightness, all other colours for hue.
  const lightness = isGrey(towards)
    ? from.lightness + (to.lightness - from.lightness) * 0.3 * share
    : from.lightness
  return hexOf({
    lightness,
    chroma: isGrey(towards) ? from.chroma * (1 - 0.85 * share) : chroma,
    hue: isGrey(towards) ? from.hue : to.hue,
  })
}

function isGrey(hex: string): boolean {
  return oklchOf(hex).chroma < 0.03
}

function complement(hex: string): string {
  const { lightness, chroma, hue } = oklchOf(hex)
  return hexOf({
    lightness: Math.min(0.78, Math.max(0.6, 1.2 - lightness)),
    chroma: Math.max(0.12, chroma),
    hue: hue + 165,
  })
}
