import { askForJson, boolean, integer, list, number, object, oneOf, orNull, text } from './ask-for-json'

export const world = [
  askForJson(
    'trip-legs',
    'Record the journey: “By train from Lyon to Turin, then by bus to Genoa, and from there by ferry to Bastia.”',
    object({ legs: list(object({ from: text, to: text, by: oneOf('train', 'bus', 'ferry', 'plane') })) }),
    {
      legs: [
        { from: 'Lyon', to: 'Turin', by: 'train' },
        { from: 'Turin', to: 'Genoa', by: 'bus' },
        { from: 'Genoa', to: 'Bastia', by: 'ferry' },
      ],
    },
  ),
  askForJson(
    'weather-days',
    'Record the forecast: “Friday rain at 11 degrees, Saturday clouds at 14, Sunday sun at 19 degrees.” Also give the warmest day.',
    object({
      days: list(
        object({
          day: oneOf('Friday', 'Saturday', 'Sunday'),
          sky: oneOf('rain', 'clouds', 'sun'),
          degrees: integer,
        }),
      ),
      warmest: oneOf('Friday', 'Saturday', 'Sunday'),
    }),
    {
      days: [
        { day: 'Friday', sky: 'rain', degrees: 11 },
        { day: 'Saturday', sky: 'clouds', degrees: 14 },
        { day: 'Sunday', sky: 'sun', degrees: 19 },
      ],
      warmest: 'Sunday',
    },
  ),
  askForJson(
    'animal-facts',
    'Fill in the form for an octopus: how many arms and hearts it has, whether it has bones, and where it lives.',
    object({ arms: integer, hearts: integer, has_bones: boolean, lives_in: oneOf('sea', 'river', 'land') }),
    { arms: 8, hearts: 3, has_bones: false, lives_in: 'sea' },
  ),
  askForJson(
    'event-agenda',
    'Record the agenda: “Doors open at 18:30. Half an hour later there is a talk of 45 minutes, and directly after it music until 21:00.” Times as HH:MM.',
    object({ doors: text, talk: object({ from: text, to: text }), music: object({ from: text, to: text }) }),
    { doors: '18:30', talk: { from: '19:00', to: '19:45' }, music: { from: '19:45', to: '21:00' } },
  ),
  askForJson(
    'house-rooms',
    'Record the flat: “Two bedrooms, 14 and 11 square metres, a kitchen of 9, a bathroom of 5.5 square metres. No balcony.” Also add up the area.',
    object({
      bedrooms: list(number),
      kitchen: number,
      bathroom: number,
      balcony: orNull('number'),
      total: number,
    }),
    { bedrooms: [14, 11], kitchen: 9, bathroom: 5.5, balcony: null, total: 39.5 },
  ),
  askForJson(
    'league-table',
    'Compute the table: a win gives 3 points, a draw 1. “Reds beat Blues. Blues and Greens drew. Greens beat Reds. ” Most points first.',
    object({ table: list(object({ team: oneOf('Reds', 'Blues', 'Greens'), points: integer })) }),
    {
      table: [
        { team: 'Greens', points: 4 },
        { team: 'Reds', points: 3 },
        { team: 'Blues', points: 1 },
      ],
    },
  ),
  askForJson(
    'book-entry',
    'Record the book: “The Salt Road, a novel by Ines Faro, 312 pages, came out in 2011 and was translated into Dutch and Greek.”',
    object({
      title: text,
      author: text,
      kind: oneOf('novel', 'poetry', 'biography'),
      pages: integer,
      year: integer,
      translations: list(text),
    }),
    {
      title: 'The Salt Road',
      author: 'Ines Faro',
      kind: 'novel',
      pages: 312,
      year: 2011,
      translations: ['Dutch', 'Greek'],
    },
  ),
  askForJson(
    'coordinates',
    'Record the position: “47 degrees 30 minutes north, 8 degrees 45 minutes west”. Give decimal degrees; south and west are negative.',
    object({ latitude: number, longitude: number }),
    { latitude: 47.5, longitude: -8.75 },
  ),
  askForJson(
    'plant-care',
    'Record the care: “Water the fern twice a week and keep it in the shade. The cactus wants sun and water once in three weeks.” Give the days between two waterings; twice a week is 3.5.',
    object({
      plants: list(object({ name: text, days_between: number, light: oneOf('sun', 'half_shade', 'shade') })),
    }),
    {
      plants: [
        { name: 'fern', days_between: 3.5, light: 'shade' },
        { name: 'cactus', days_between: 21, light: 'sun' },
      ],
    },
  ),
  askForJson(
    'museum-hours',
    'Record the hours for Monday, Tuesday and Wednesday: “Closed on Mondays. Tuesdays from 10 to 18, Wednesdays from 10 to 20.” Whole hours; a closed day has null for both.',
    object({
      days: list(
        object({
          day: oneOf('Monday', 'Tuesday', 'Wednesday'),
          opens: orNull('integer'),
          closes: orNull('integer'),
        }),
      ),
    }),
    {
      days: [
        { day: 'Monday', opens: null, closes: null },
        { day: 'Tuesday', opens: 10, closes: 18 },
        { day: 'Wednesday', opens: 10, closes: 20 },
      ],
    },
  ),
]
