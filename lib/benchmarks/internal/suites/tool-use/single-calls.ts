import { askForCalls, call } from './ask-for-calls'

export const singleCalls = [
  askForCalls('weather-lisbon', 'How warm is it in Lisbon right now?', [
    call('get_weather', { city: 'Lisbon' }),
  ]),
  askForCalls('weather-fahrenheit', 'Tell me the weather in Chicago, in Fahrenheit please.', [
    call('get_weather', { city: 'Chicago', unit: 'fahrenheit' }),
  ]),
  askForCalls('alarm-once', 'Wake me at a quarter to six tomorrow morning. Only this once.', [
    call('set_alarm', { time: '05:45' }),
  ]),
  askForCalls('alarm-weekend', 'I want an alarm at half past nine every Saturday and Sunday morning.', [
    call('set_alarm', { time: '09:30', weekdays: ['sat', 'sun'] }),
  ]),
  askForCalls('message-verbatim', 'Write to Jonas, exactly this: The key is under the blue pot.', [
    call('send_message', { recipient: 'Jonas', text: 'The key is under the blue pot.' }),
  ]),
  askForCalls('flights-two', 'Find direct flights from Oslo to Porto on 9 April 2027 for the two of us.', [
    call('find_flights', { origin: 'Oslo', destination: 'Porto', date: '2027-04-09', passengers: 2 }),
  ]),
  askForCalls('currency-swiss', 'What are 249.90 Swiss francs in British pounds?', [
    call('convert_currency', { amount: 249.9, from: 'CHF', to: 'GBP' }),
  ]),
  askForCalls('list-dozen', 'Put a dozen eggs on the shopping list.', [
    call('add_to_list', { list: 'shopping', article: 'egg', quantity: 12 }),
  ]),
  askForCalls('thermostat-study', 'Make it nineteen and a half degrees in the study.', [
    call('set_thermostat', { room: 'study', degrees: 19.5 }),
  ]),
  askForCalls('order-state', 'Where is my order A-2093 at the moment?', [
    call('look_up_order', { order_id: 'A-2093' }),
  ]),
  askForCalls('order-cancel', 'Please cancel order A-7710, I ordered the wrong article.', [
    call('cancel_order', { order_id: 'A-7710', reason: 'wrong_article' }),
  ]),
  askForCalls(
    'table-anniversary',
    'Book a table for six at Casa Lupa on 21 June 2026 at eight in the evening.',
    [call('book_table', { restaurant: 'Casa Lupa', date: '2026-06-21', time: '20:00', people: 6 })],
  ),
  askForCalls('translate-polish', 'Translate “Where is the nearest pharmacy?” into Polish with the tool.', [
    call('translate', { text: 'Where is the nearest pharmacy?', target: 'pl' }),
  ]),
  askForCalls(
    'files-spreadsheet',
    'Look for spreadsheets called budget that were changed after 1 February 2026.',
    [call('search_files', { query: 'budget', kind: 'spreadsheet', changed_after: '2026-02-01' })],
  ),
  askForCalls('files-any', 'Is there any file with passport in its name? Look for it.', [
    call('search_files', { query: 'passport' }),
  ]),
  askForCalls(
    'event-duration',
    'Put “Dentist” into my calendar for 3 March 2026 at 14:15; it takes 40 minutes. I go alone.',
    [call('create_event', { title: 'Dentist', date: '2026-03-03', start: '14:15', end: '14:55' })],
  ),
  askForCalls(
    'event-invitees',
    'Create the event “Choir” on 12 May 2026 from 19:00 to 21:00 and invite Nele and Ravi.',
    [
      call('create_event', {
        title: 'Choir',
        date: '2026-05-12',
        start: '19:00',
        end: '21:00',
        invitees: ['Nele', 'Ravi'],
      }),
    ],
  ),
  askForCalls('route-bicycle', 'How do I get from Marktplatz to Nordpark by bike?', [
    call('plan_route', { from: 'Marktplatz', to: 'Nordpark', mode: 'bicycle' }),
  ]),
]
