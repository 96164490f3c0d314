import type { JsonSchema, Tool } from '../../suite'

type Parameters = { readonly [name: string]: JsonSchema }

function tool(name: string, description: string, required: Parameters, optional: Parameters = {}): Tool {
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties: { ...required, ...optional },
        required: Object.keys(required),
        additionalProperties: false,
      },
    },
  }
}

const text = (description: string): JsonSchema => ({ type: 'string', description })
const date = text('YYYY-MM-DD')
const time = text('HH:MM, 24 hours')

export const getWeather = tool(
  'get_weather',
  'The weather in a city now.',
  { city: text('The name alone, in English.') },
  { unit: { enum: ['celsius', 'fahrenheit'], default: 'celsius' } },
)
export const setAlarm = tool(
  'set_alarm',
  'Sets an alarm clock.',
  { time },
  {
    weekdays: {
      type: 'array',
      items: { enum: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
      default: [],
      description: 'Days on which it repeats, Monday first; none: once.',
    },
  },
)
export const sendMessage = tool('send_message', 'Sends a text message to a contact.', {
  recipient: text('First name of the contact.'),
  text: text('The message, word for word.'),
})
const findFlights = tool(
  'find_flights',
  'Looks for direct flights.',
  { origin: text('City'), destination: text('City'), date },
  { passengers: { type: 'integer', minimum: 1, default: 1 } },
)
const convertCurrency = tool('convert_currency', 'Converts an amount at today’s rate.', {
  amount: { type: 'number' },
  from: text('ISO 4217 code'),
  to: text('ISO 4217 code'),
})
const addToList = tool(
  'add_to_list',
  'Adds one kind of article to a list.',
  { list: { enum: ['shopping', 'tasks', 'packing'] }, article: text('In the singular, in lower case.') },
  { quantity: { type: 'integer', minimum: 1, default: 1 } },
)
const setThermostat = tool('set_thermostat', 'Sets the temperature of a room.', {
  room: { enum: ['kitchen', 'bedroom', 'study', 'bathroom'] },
  degrees: { type: 'number', description: 'Celsius' },
})
const readThermostat = tool('read_thermostat', 'Tells the temperature in a room, in Celsius.', {
  room: { enum: ['kitchen', 'bedroom', 'study', 'bathroom'] },
})
export const lookUpOrder = tool('look_up_order', 'Tells the state of an order.', {
  order_id: text('Such as A-1001'),
})
export const cancelOrder = tool('cancel_order', 'Cancels an order. This cannot be undone.', {
  order_id: text('Such as A-1001'),
  reason: { enum: ['changed_mind', 'too_late', 'wrong_article'] },
})
const bookTable = tool('book_table', 'Books a table in a restaurant.', {
  restaurant: text('Its name'),
  date,
  time,
  people: { type: 'integer', minimum: 1 },
})
const translate = tool('translate', 'Translates a text.', {
  text: text('The text, word for word.'),
  target: text('ISO 639-1 code of the language'),
})
const searchFiles = tool(
  'search_files',
  'Looks for files by their names.',
  { query: text('One word, in lower case') },
  { kind: { enum: ['pdf', 'image', 'spreadsheet'] }, changed_after: date },
)
const createEvent = tool(
  'create_event',
  'Puts an event into the calendar.',
  { title: text('In the words of the user'), date, start: time, end: time },
  { invitees: { type: 'array', items: { type: 'string' }, default: [], description: 'First names' } },
)
const planRoute = tool('plan_route', 'Plans a way between two places.', {
  from: text('Place'),
  to: text('Place'),
  mode: { enum: ['walk', 'bicycle', 'car', 'transit'] },
})
export const addNumbers = tool('add_numbers', 'Adds numbers exactly.', {
  numbers: { type: 'array', items: { type: 'number' }, minItems: 2 },
})

export const everyTool: readonly Tool[] = [
  getWeather,
  setAlarm,
  sendMessage,
  findFlights,
  convertCurrency,
  addToList,
  setThermostat,
  readThermostat,
  lookUpOrder,
  cancelOrder,
  bookTable,
  translate,
  searchFiles,
  createEvent,
  planRoute,
]
