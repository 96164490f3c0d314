import { isRecord, parseJson } from '@/lib/platform/json'
import { type Item, type JsonSchema, rowsOf } from '../grade'

/** An item a line: its id, what is asked, the whole answer, and what members of some names are chosen from. */
const table = `
missing-phone | Record the contact: “Tomas Reyl can be reached at tomas@reyl.example. He has no telephone.” Use null for what there is not. | {"name":"Tomas Reyl","email":"tomas@reyl.example","phone":null}
family-children | Record the family: “Ilse and Jonah Brandt have three children: Mia (9), Theo (6) and Pia (2).” Everybody in the order of the text. | {"surname":"Brandt","parents":["Ilse","Jonah"],"children":[{"name":"Mia","age":9},{"name":"Theo","age":6},{"name":"Pia","age":2}]}
team-roles | Sort the team by role: “Ayo designs. Bea and Cho write code. Dirk tests, and so does Ella.” Names in the order of the text. | {"designers":["Ayo"],"programmers":["Bea","Cho"],"testers":["Dirk","Ella"]}
visitor-badge | Make a badge: “Dr. Samira Haddad from Northlight Labs visits on 14 March 2027 and needs parking.” The name is without its title; the date is written YYYY-MM-DD. | {"title":"Dr.","name":"Samira Haddad","company":"Northlight Labs","date":"2027-03-14","parking":true} | {"title":["Dr.","Prof.","none"]}
language-levels | Record the languages: “Her mother tongue is Finnish. She speaks Spanish fluently and is a beginner in Korean.” | {"languages":[{"language":"Finnish","level":"native"},{"language":"Spanish","level":"fluent"},{"language":"Korean","level":"beginner"}]} | {"level":["native","fluent","intermediate","beginner"]}
patient-vitals | Record the measurements: “Pulse 72, blood pressure 118 over 76, temperature 36.8 degrees, no fever.” | {"pulse":72,"blood_pressure":{"systolic":118,"diastolic":76},"temperature":36.8,"fever":false}
employees-count | How many of these people earn more than 3000, and who are they (in the order of the text)? “Rosa earns 3,200, Sven 2,950, Tara 3,000, Umut 4,100.” | {"count":2,"names":["Rosa","Umut"]}
invoice-total | Compute the invoice: 4 hours at 85 and material for 112.50, then 20 % tax on all of it. | {"net":452.5,"tax":90.5,"gross":543}
stock-status | Set the status of each article: above 10 pieces “plenty”, 1 to 10 “few”, none “out”. “Nails: 240. Hinges: 10. Hooks: sold out.” Names in lower case as in the text. | {"articles":[{"name":"nails","status":"plenty"},{"name":"hinges","status":"few"},{"name":"hooks","status":"out"}]} | {"status":["plenty","few","out"]}
currency-amounts | Write the amounts with their ISO 4217 codes, in the order of the text: “The ticket cost 80 euros, the hotel 210 US dollars and the dinner 3,500 yen.” | {"amounts":[{"value":80,"currency":"EUR"},{"value":210,"currency":"USD"},{"value":3500,"currency":"JPY"}]}
delivery-window | Record the delivery: “It comes on 3 May 2026 between half past two and a quarter to five in the afternoon, and a signature is needed.” Times as HH:MM, the date as YYYY-MM-DD. | {"date":"2026-05-03","from":"14:30","to":"16:45","signature":true}
return-reason | Classify the complaint: “The kettle arrived two days late, but that would be fine if its lid were not cracked. I want my money back.” | {"product":"kettle","problems":["late","damaged"],"wish":"refund"} | {"problems":["late","damaged","wrong_item","missing_parts"],"wish":["refund","replacement","repair"]}
price-list | Make a price list, cheapest first: “Soap 2.90, candle 6, sponge 1.20, brush 4.50.” Names in lower case. | {"prices":[{"name":"sponge","price":1.2},{"name":"soap","price":2.9},{"name":"brush","price":4.5},{"name":"candle","price":6}]}
subscription-change | Record the wish: “Move me from the basic plan to family, from the 1st of next month, and stop the newsletter.” What is not mentioned is null. | {"old_plan":"basic","new_plan":"family","day_of_month":1,"newsletter":false,"paper_invoice":null} | {"old_plan":["basic","plus","family"],"new_plan":["basic","plus","family"],"newsletter":[true,false,null],"paper_invoice":[true,false,null]}
trip-legs | Record the journey: “By train from Lyon to Turin, then by bus to Genoa, and from there by ferry to Bastia.” | {"legs":[{"from":"Lyon","to":"Turin","by":"train"},{"from":"Turin","to":"Genoa","by":"bus"},{"from":"Genoa","to":"Bastia","by":"ferry"}]} | {"by":["train","bus","ferry","plane"]}
event-agenda | Record the agenda: “Doors open at 18:30. Half an hour later there is a talk of 45 minutes, and directly after it music until 21:00.” Times as HH:MM. | {"doors":"18:30","talk":{"from":"19:00","to":"19:45"},"music":{"from":"19:45","to":"21:00"}}
coordinates | Record the position: “47 degrees 30 minutes north, 8 degrees 45 minutes west”. Give decimal degrees; south and west are negative. | {"latitude":47.5,"longitude":-8.75}
log-line | Take the line apart: “2026-02-11T08:04:09Z ERROR billing: charge 5521 declined after 3 tries”. The message is what stands behind the colon after the part’s name. | {"time":"2026-02-11T08:04:09Z","level":"ERROR","part":"billing","message":"charge 5521 declined after 3 tries"} | {"level":["DEBUG","INFO","WARN","ERROR"]}
semver-bump | The version is 2.9.4. There was one change that breaks nothing and adds a feature. Give the next version by semantic versioning. | {"major":2,"minor":10,"patch":0,"text":"2.10.0"}
folder-tree | Write the folders as a tree: “docs” has “api” (with the files a.md and b.md) and “guides” (with no file). | {"name":"docs","children":[{"name":"api","children":["a.md","b.md"]},{"name":"guides","children":[]}]}
truth-table | Give the value of “p and not q” for p, q in the order true/true, true/false, false/true, false/false. | {"values":[false,true,false,false]}
matrix-transpose | Transpose the matrix with the rows 1 2 3 and 4 5 6. | {"rows":[[1,4],[2,5],[3,6]]}
sensor-average | A sensor gave 4.0, 4.4, 9.9 and 3.6. Values above 9 are faults and are left out. Give the values that are left in their order, their mean and the number of faults. | {"values":[4,4.4,3.6],"mean":4,"faults":1}
permission-set | Read the Unix mode rwxr-x--- of a file. | {"owner":{"read":true,"write":true,"execute":true},"group":{"read":true,"write":false,"execute":true},"others":{"read":false,"write":false,"execute":false},"octal":"750"}
`

/** The schema of the answer: every member is needed and none may be added, as strict structured output wants it. */
function schemaOf(value: unknown, choices: unknown, name = ''): JsonSchema {
  if (Array.isArray(value)) return { type: 'array', items: schemaOf(value[0], choices, name) }
  if (isRecord(choices) && Object.hasOwn(choices, name)) return { enum: choices[name] }
  if (!isRecord(value)) return { type: value === null ? ['string', 'null'] : typeof value }
  const required = Object.keys(value)
  const properties = Object.fromEntries(required.map((key) => [key, schemaOf(value[key], choices, key)]))
  return { type: 'object', properties, required, additionalProperties: false }
}

export const structuredOutputItems: readonly Item[] = rowsOf(table).map(
  ([id = '', prompt, answer = '', choices = '{}']) => {
    const expected = parseJson(answer)
    const schema = schemaOf(expected, parseJson(choices))
    const content = `${prompt}\n\nAnswer with JSON that fits the given schema, and nothing else.\n\nThe schema:\n${JSON.stringify(schema)}`
    return {
      id,
      question: {
        messages: [{ role: 'user', content }],
        response_format: { type: 'json_schema', json_schema: { name: 'answer', schema, strict: true } },
      },
      check: { kind: 'json', schema, expected },
      reference: { text: answer, calls: [] },
    }
  },
)
