import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { NativeCheck, NativeSelect } from '@/components/forms/native-controls'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { ListedModel, Modality } from '@/lib/catalog/models/schema'
import { formatMoney } from '@/lib/client/format/money'
import { formatCompact } from '@/lib/client/format/number'
import { modalities } from '../modality'
import {
  abilities,
  abilityNames,
  contextSteps,
  countByProvider,
  countFilters,
  type ListingQuery,
  type PriceStep,
  priceSteps,
  writePriceStep,
} from './listing-query'

type ModelFiltersProps = { models: readonly ListedModel[]; query: ListingQuery }

/** The filters besides the modality: beside the list, or behind a button on a narrow screen. */
export function ModelFilters({ models, query }: ModelFiltersProps) {
  const active = countFilters(query)
  return (
    <div className="min-w-0">
      {/* Opens without JavaScript. It has no name, so it is not part of the URL. */}
      <input type="checkbox" id="filters" className="peer sr-only lg:hidden" />
      <label
        htmlFor="filters"
        className={cn(
          buttonVariants({ variant: 'outline' }),
          'w-full peer-focus-visible:outline-2 peer-focus-visible:outline-ring lg:hidden',
        )}
      >
        <SlidersHorizontal aria-hidden="true" />
        Filters{active > 0 && ` (${active})`}
      </label>
      <div className="hidden gap-6 pt-5 peer-checked:grid max-lg:grid-cols-1 max-lg:sm:grid-cols-2 lg:grid lg:pt-0">
        <ProviderFilter models={models} chosen={query.providers} />
        <FilterGroup title="Features">
          {abilityNames.map((name) => (
            <NativeCheck
              key={name}
              name="can"
              value={name}
              label={abilities[name].name}
              defaultChecked={query.can.includes(name)}
            />
          ))}
        </FilterGroup>
        <PriceFilter modality={query.modality} chosen={query.price} />
        <div className="grid content-start gap-1.5">
          <label htmlFor="context" className="text-xs font-medium text-faint-foreground">
            Context
          </label>
          <NativeSelect id="context" name="context" defaultValue={query.context ?? ''}>
            <option value="">Any length</option>
            {contextSteps.map((step) => (
              <option key={step} value={step}>
                {formatCompact(step)}+ tokens
              </option>
            ))}
          </NativeSelect>
        </div>
      </div>
    </div>
  )
}

function ProviderFilter({ models, chosen }: { models: readonly ListedModel[]; chosen: readonly string[] }) {
  return (
    <FilterGroup title="Provider" className="quiet-scroll max-h-72 overflow-y-auto">
      {countByProvider(models).map(({ id, name, count }) => (
        <NativeCheck
          key={id}
          name="provider"
          value={id}
          label={name}
          aside={
            <>
              {count}
              <span className="sr-only"> models</span>
            </>
          }
          defaultChecked={chosen.includes(id)}
        />
      ))}
    </FilterGroup>
  )
}

function FilterGroup({
  title,
  className,
  children,
}: {
  title: string
  className?: string
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-medium text-faint-foreground">{title}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  )
}

type PriceFilterProps = { modality: Modality | null; chosen: PriceStep | null }

/** A maximum price in the unit of each modality, or of the chosen one. */
function PriceFilter({ modality, chosen }: PriceFilterProps) {
  const kinds = modality ? [modality] : modalities
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor="price" className="text-xs font-medium text-faint-foreground">
        Price
      </label>
      <NativeSelect id="price" name="price" defaultValue={chosen ? writePriceStep(chosen) : ''}>
        <option value="">Any price</option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={priceSteps[kind].label}>
            {priceSteps[kind].most.map((usd) => (
              <option key={usd} value={writePriceStep({ modality: kind, usd })}>
                Up to {formatMoney(String(usd), 'exact')}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
    </div>
  )
}
