import { Ajv2020 } from 'ajv/dist/2020'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anySchema } from '../testing/any-schema'
import { fitsSchema } from './fits-schema'

const ajv = new Ajv2020({ strict: false, logger: false })

describe('fitsSchema', () => {
  it('says what ajv says', () => {
    fc.assert(
      fc.property(anySchema(), fc.jsonValue({ maxDepth: 2 }), (asked, value) => {
        expect(fitsSchema(value, asked, { root: asked, left: 5_000 })).toBe(ajv.validate(asked, value))
      }),
      { numRuns: 300 },
    )
  })
})
