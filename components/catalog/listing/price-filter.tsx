import { NativeSelect } from '@/components/forms/native-select'
import type { Modality } from '@/lib/catalog/schema'
import { modalities } from '../modality-names'
import { type PriceStep, priceSteps, writePriceStep } from './price-steps'

type PriceFilterProps = { modality: Modality | null; chosen: PriceStep | null }

/** An upper end for the price, by each kind's own measure; of one kind when that was chosen. */
export function PriceFilter({ modality, chosen }: PriceFilterProps) {
  const kinds = modality ? [modality] : modalities
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor="price" className="text-xs font-medium text-faint">
        Price
      </label>
      <NativeSelect id="price" name="price" defaultValue={chosen ? writePriceStep(chosen) : ''}>
        <option value="">Any price</option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={priceSteps[kind].label}>
            {priceSteps[kind].most.map((usd) => (
              <option key={usd} value={writePriceStep({ modality: kind, usd })}>
                {`Up to $${usd < 1 ? usd.toFixed(2) : usd}`}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </div>
  )
}
