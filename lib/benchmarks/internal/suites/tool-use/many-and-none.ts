import { askForCalls, call } from './ask-for-calls'
import { addNumbers, cancelOrder, getWeather, lookUpOrder, sendMessage, setAlarm } from './tools'

/** Several calls for one wish. */
export const manyCalls = [
  askForCalls(
    'weather-two-cities',
    'Compare the weather in Riga and in Naples for me. Ask for both at once.',
    [call('get_weather', { city: 'Riga' }), call('get_weather', { city: 'Naples' })],
  ),
  askForCalls(
    'list-three-kinds',
    'Add 2 cucumbers, 1 melon and 5 lemons to the shopping list, all at once.',
    [
      call('add_to_list', { list: 'shopping', article: 'cucumber', quantity: 2 }),
      call('add_to_list', { list: 'shopping', article: 'melon', quantity: 1 }),
      call('add_to_list', { list: 'shopping', article: 'lemon', quantity: 5 }),
    ],
  ),
  askForCalls(
    'alarm-and-message',
    'Set an alarm for 6:20 tomorrow, once, and text Mara: I will be early. Do both at once.',
    [
      call('set_alarm', { time: '06:20' }),
      call('send_message', { recipient: 'Mara', text: 'I will be early.' }),
    ],
  ),
  askForCalls('thermostat-all', 'Set the kitchen to 20 degrees and the bathroom to 23, both at once.', [
    call('set_thermostat', { room: 'kitchen', degrees: 20 }),
    call('set_thermostat', { room: 'bathroom', degrees: 23 }),
  ]),
  askForCalls(
    'flights-both-ways',
    'Look at once for a flight from Vienna to Athens on 2 August 2026 and for one back on 16 August 2026, for me alone.',
    [
      call('find_flights', { origin: 'Vienna', destination: 'Athens', date: '2026-08-02' }),
      call('find_flights', { origin: 'Athens', destination: 'Vienna', date: '2026-08-16' }),
    ],
  ),
  askForCalls(
    'currency-three',
    'Convert 100 euros into yen, into Danish kroner and into Mexican pesos, all at once.',
    [
      call('convert_currency', { amount: 100, from: 'EUR', to: 'JPY' }),
      call('convert_currency', { amount: 100, from: 'EUR', to: 'DKK' }),
      call('convert_currency', { amount: 100, from: 'EUR', to: 'MXN' }),
    ],
  ),
  askForCalls(
    'read-before-set',
    'How warm is it in the bedroom and in the study? Ask both thermostats at once and change nothing.',
    [call('read_thermostat', { room: 'bedroom' }), call('read_thermostat', { room: 'study' })],
  ),
  askForCalls('messages-two', 'Text Olga and Piet the same words: Dinner is at seven. Send both at once.', [
    call('send_message', { recipient: 'Olga', text: 'Dinner is at seven.' }),
    call('send_message', { recipient: 'Piet', text: 'Dinner is at seven.' }),
  ]),
]

/** The tools are there and do not help, or something is missing that only the user can say. */
export const noCalls = [
  askForCalls('none-knowledge', 'What is the capital of Portugal? I only want its name.', [], {
    says: 'Lisbon.',
  }),
  askForCalls('none-thanks', 'Thank you, that was all for today.', [], { says: 'You are welcome!' }),
  askForCalls(
    'none-hypothetical',
    'If I asked you to cancel an order, what would you need to know from me? Do not cancel anything.',
    [],
    {
      tools: [lookUpOrder, cancelOrder],
      says: 'The number of the order and the reason.',
    },
  ),
  askForCalls(
    'none-missing-recipient',
    'Send a message that says: I am on my way. I have not decided yet to whom, so ask me first.',
    [],
    {
      tools: [sendMessage],
      says: 'To whom shall I send it?',
    },
  ),
  askForCalls('none-no-tool', 'Please print the last page of my thesis on the printer in the hall.', [], {
    tools: [getWeather, setAlarm],
    says: 'I cannot print: I have no tool for that.',
  }),
  askForCalls(
    'none-already-known',
    'It is 31 degrees in Seville today, my sister says. Is that hotter than 28 degrees?',
    [],
    {
      tools: [getWeather],
      says: 'Yes, 31 degrees is hotter.',
    },
  ),
  askForCalls(
    'only-the-sum',
    'Add 14.75, 3.5 and 20 with the tool. There is nothing else to do.',
    [call('add_numbers', { numbers: [14.75, 3.5, 20] })],
    { tools: [addNumbers, sendMessage] },
  ),
]
