import type { SceneName } from '../scenes/scenes'

/** The words that name a setting. */
export const sceneWords: readonly (readonly [SceneName, string])[] = [
  [
    'mountains',
    'mountain, alp, alpine, peak, summit, glacier, volcano, valley, canyon, cliff, ridge, highland, himalaya, fuji, mount fuji, arctic, antarctica, iceberg, snowfield, waterfall, landscape',
  ],
  ['lake', 'lake, fjord, river, pond, lakeside, riverbank, reservoir, loch'],
  [
    'meadow',
    'meadow, hill, field, countryside, prairie, pasture, farmland, grassland, vineyard, park, tuscany, grass, village, garden party, orchard, picnic',
  ],
  [
    'sea',
    'sea, ocean, seascape, wave, water, harbor, harbour, bay, coast, sailing, horizon, regatta, nautical, venice, port',
  ],
  [
    'beach',
    'beach, shore, tropical, tropics, island, lagoon, hawaii, surf, surfing, seaside, palm beach, paradise, caribbean',
  ],
  [
    'city',
    'city, skyline, street, downtown, cityscape, skyscrapers, new york, tokyo, london, paris, shanghai, urban, metropolis, manhattan, rooftop, cyberpunk, town, chicago, berlin, hong kong, neon city, alley',
  ],
  ['forest', 'forest, wood, woods, woodland, jungle, rainforest, grove, taiga, trail, glade, clearing'],
  [
    'desert',
    'desert, dune, sand, sahara, mesa, arizona, oasis, wild west, western, egypt, pyramid, mars, martian, texas, savanna, savannah, safari, outback',
  ],
  [
    'nightHills',
    'night sky, starry night, stars, milky way, northern lights, aurora, aurora borealis, stargazing, campfire, constellation, meteor, shooting star, comet',
  ],
  [
    'space',
    'space, outer space, galaxy, cosmos, universe, planet, orbit, nebula, saturn, jupiter, solar system, black hole, cosmic, interstellar',
  ],
  [
    'underwater',
    'underwater, reef, coral, deep sea, aquarium, seabed, ocean floor, under the sea, coral reef',
  ],
  [
    'room',
    'room, living room, bedroom, interior, indoors, studio, sofa, window, fireplace, apartment, home office, kitchen interior, couch, rug',
  ],
  [
    'table',
    'still life, table, kitchen, tabletop, desk, breakfast table, counter, picnic table, product shot',
  ],
  ['road', 'road, highway, route 66, motorway, journey, road trip, route, racetrack, track, drive'],
  ['highSky', 'sky, cloud, clouds, flight, flying, heaven, soaring, above the clouds'],
  ['botanical', 'botanical, garden, herbarium, bouquet, floral, flora, botany, wildflower'],
  ['portrait', 'portrait, face, headshot, selfie, profile picture, avatar, bust'],
  [
    'abstract',
    'abstract, geometric, geometry, bauhaus, pattern, shapes, composition, cubism, suprematism, texture, wallpaper, minimalism, mosaic, tessellation, gradient, circles, triangles, squares, memphis, swiss design, modernist',
  ],
  [
    'plain',
    'icon, sticker, logo, emblem, badge, mascot, clipart, isolated, plain background, white background',
  ],
]

/** People: their portrait, where neither a place nor another thing is named. */
export const personWords =
  'woman, man, girl, boy, lady, gentleman, person, people, couple, musician, artist, poet, doctor, nurse, chef, teacher, scientist, engineer, developer, dancer, singer, founder, grandmother, grandfather, mother, father, child, kid, king, queen, friend, hero'
