import type { PaletteName } from '../colour/palettes'
import type { Hour } from '../scenes/scene'

/** Times of day. */
export const hourWords: readonly (readonly [Hour, string])[] = [
  [
    'night',
    'night, midnight, moonlight, moonlit, moon, starry, stars, nocturnal, nighttime, darkness, aurora, northern lights, aurora borealis, milky way, galaxy',
  ],
  ['dusk', 'dusk, twilight, evening, blue hour, nightfall, gloaming'],
  ['sunset', 'sunset, golden hour, sundown, golden light'],
  ['dawn', 'dawn, sunrise, daybreak, morning, first light, misty morning'],
  ['day', 'day, noon, midday, sunny, daylight, sunshine, afternoon, bright'],
]

/** Seasons, moods, places and styles that bring their own colours; the first that is named counts. */
export const paletteWords: readonly (readonly [PaletteName, string])[] = [
  ['aurora', 'aurora, northern lights, aurora borealis'],
  [
    'neon',
    'neon, cyberpunk, synthwave, vaporwave, futuristic, sci-fi, electric, nightclub, disco, retrowave, arcade',
  ],
  [
    'seventies',
    'retro, vintage, seventies, 70s, 1970s, mid-century, midcentury, nostalgic, groovy, old-fashioned, sixties, 1960s',
  ],
  ['noir', 'noir, monochrome, black and white, black-and-white, gothic, film noir, ink drawing'],
  [
    'pastel',
    'pastel, dreamy, soft, kawaii, cute, gentle, candy, whimsical, fairy, fairytale, romantic, baby, delicate',
  ],
  [
    'winter',
    'winter, snow, snowy, frozen, icy, frost, frosty, arctic, antarctica, christmas, iceberg, glacier, blizzard, ski',
  ],
  [
    'autumn',
    'autumn, fall, cozy, cosy, october, harvest, thanksgiving, halloween, warm tones, rustic, autumnal',
  ],
  ['spring', 'spring, springtime, blossom, cherry blossom, easter, fresh, april, sakura'],
  [
    'summer',
    'summer, summertime, tropical, vacation, holiday, hawaii, july, joyful, cheerful, happy, vibrant, playful',
  ],
  [
    'storm',
    'storm, stormy, thunder, thunderstorm, lightning, rain, rainy, gloomy, sad, melancholy, melancholic, lonely, dark, foggy, fog, overcast, grey sky, drizzle',
  ],
  [
    'nordic',
    'calm, serene, minimal, minimalist, minimalistic, scandinavian, nordic, zen, quiet, peaceful, tranquil, japanese, meditation, simple, clean',
  ],
  ['desert', 'desert, sahara, egypt, savanna, savannah, safari, mars, martian'],
  ['woodland', 'forest, woodland, jungle, rainforest, mossy, woods'],
  [
    'terracotta',
    'mediterranean, tuscany, clay, earthy, boho, bohemian, morocco, moroccan, spanish, mexican, pottery, ceramic',
  ],
  ['sunset', 'epic, dramatic, fiery, passionate, majestic'],
  ['night', 'mysterious, magical, mystical, enchanted, spooky, eerie, haunted, halloween'],
  ['ocean', 'underwater, reef, aquatic, nautical, marine, oceanic'],
]
