import { askForJson, boolean, integer, list, number, object, oneOf, orNull, text } from './ask-for-json'

export const trade = [
  askForJson(
    'order-lines',
    'Record the order: “Please send 3 oak shelves at 45.50 each and 1 brass lamp at 120.” Articles in the singular, in lower case.',
    object({ lines: list(object({ article: text, quantity: integer, unit_price: number })) }),
    {
      lines: [
        { article: 'oak shelf', quantity: 3, unit_price: 45.5 },
        { article: 'brass lamp', quantity: 1, unit_price: 120 },
      ],
    },
  ),
  askForJson(
    'invoice-total',
    'Compute the invoice: 4 hours at 85 and material for 112.50, then 20 % tax on all of it.',
    object({ net: number, tax: number, gross: number }),
    { net: 452.5, tax: 90.5, gross: 543 },
  ),
  askForJson(
    'stock-status',
    'Set the status of each article: above 10 pieces “plenty”, 1 to 10 “few”, none “out”. “Nails: 240. Hinges: 10. Hooks: sold out.” Names in lower case as in the text.',
    object({ articles: list(object({ name: text, status: oneOf('plenty', 'few', 'out') })) }),
    {
      articles: [
        { name: 'nails', status: 'plenty' },
        { name: 'hinges', status: 'few' },
        { name: 'hooks', status: 'out' },
      ],
    },
  ),
  askForJson(
    'currency-amounts',
    'Write the amounts with their ISO 4217 codes: “The ticket cost 80 euros, the hotel 210 US dollars and the dinner 3,500 yen.”',
    object({
      amounts: list(object({ item: oneOf('ticket', 'hotel', 'dinner'), value: number, currency: text })),
    }),
    {
      amounts: [
        { item: 'ticket', value: 80, currency: 'EUR' },
        { item: 'hotel', value: 210, currency: 'USD' },
        { item: 'dinner', value: 3500, currency: 'JPY' },
      ],
    },
  ),
  askForJson(
    'delivery-window',
    'Record the delivery: “It comes on 3 May 2026 between half past two and a quarter to five in the afternoon, and a signature is needed.” Times as HH:MM, the date as YYYY-MM-DD.',
    object({ date: text, from: text, to: text, signature: boolean }),
    { date: '2026-05-03', from: '14:30', to: '16:45', signature: true },
  ),
  askForJson(
    'return-reason',
    'Classify the complaint: “The kettle arrived two days late, but that would be fine if its lid were not cracked. I want my money back.”',
    object({
      product: text,
      problems: list(oneOf('late', 'damaged', 'wrong_item', 'missing_parts')),
      wish: oneOf('refund', 'replacement', 'repair'),
    }),
    { product: 'kettle', problems: ['late', 'damaged'], wish: 'refund' },
  ),
  askForJson(
    'price-list',
    'Make a price list, cheapest first: “Soap 2.90, candle 6, sponge 1.20, brush 4.50.” Names in lower case.',
    object({ prices: list(object({ name: text, price: number })) }),
    {
      prices: [
        { name: 'sponge', price: 1.2 },
        { name: 'soap', price: 2.9 },
        { name: 'brush', price: 4.5 },
        { name: 'candle', price: 6 },
      ],
    },
  ),
  askForJson(
    'subscription-change',
    'Record the wish: “Move me from the basic plan to family, from the 1st of next month, and stop the newsletter.” What is not mentioned is null.',
    object({
      old_plan: oneOf('basic', 'plus', 'family'),
      new_plan: oneOf('basic', 'plus', 'family'),
      day_of_month: integer,
      newsletter: { type: ['boolean', 'null'] },
      paper_invoice: { type: ['boolean', 'null'] },
    }),
    { old_plan: 'basic', new_plan: 'family', day_of_month: 1, newsletter: false, paper_invoice: null },
  ),
  askForJson(
    'auction-bids',
    'Record the auction: “Lot 88, a walnut chest, opened at 400. Ruth bid 450, Karl 500, Ruth 620. It was sold to the last bidder.”',
    object({
      lot: integer,
      opening: number,
      bids: list(object({ bidder: text, amount: number })),
      sold_to: orNull('string'),
    }),
    {
      lot: 88,
      opening: 400,
      bids: [
        { bidder: 'Ruth', amount: 450 },
        { bidder: 'Karl', amount: 500 },
        { bidder: 'Ruth', amount: 620 },
      ],
      sold_to: 'Ruth',
    },
  ),
  askForJson(
    'recipe-parts',
    'Record the recipe: “For 4 people: 250 g rice, 2 onions, 1.5 l broth. Ready in 35 minutes.” Use the unit “piece” where there is none; ingredients in the singular.',
    object({
      servings: integer,
      minutes: integer,
      ingredients: list(object({ name: text, amount: number, unit: oneOf('g', 'l', 'piece') })),
    }),
    {
      servings: 4,
      minutes: 35,
      ingredients: [
        { name: 'rice', amount: 250, unit: 'g' },
        { name: 'onion', amount: 2, unit: 'piece' },
        { name: 'broth', amount: 1.5, unit: 'l' },
      ],
    },
  ),
]
