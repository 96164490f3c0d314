/** What falls or drifts through a picture. */
const weathers = [
  'rain',
  'snow',
  'fog',
  'petals',
  'leaves',
  'confetti',
  'fireworks',
  'lightning',
  'fireflies',
  'rainbow',
] as const
export type Weather = (typeof weathers)[number]

export const weatherWords: readonly (readonly [Weather, string])[] = [
  ['rain', 'rain, rainy, raining, drizzle, downpour, monsoon'],
  ['snow', 'snow, snowy, snowing, snowfall, blizzard, snowflake, winter, christmas'],
  ['fog', 'fog, foggy, mist, misty, haze, hazy, smoke, steamy'],
  ['petals', 'petal, cherry blossom, sakura, blossom, spring'],
  ['leaves', 'falling leaves, autumn leaves, autumn, fall leaves, autumnal'],
  ['confetti', 'confetti, party, celebration, birthday, carnival, festival, new year, celebrate'],
  ['fireworks', 'firework, fireworks, sparkler'],
  ['lightning', 'lightning, thunder, thunderstorm'],
  ['fireflies', 'firefly, fireflies, magical, enchanted, fairy, glowing, magic, sparkling'],
  ['rainbow', 'rainbow'],
]
