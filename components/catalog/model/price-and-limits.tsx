import { Panel } from '@/components/ui/panel'
import type { ListedModel } from '@/lib/catalog/schema'
import { PriceTable } from '../price/price-table'
import { modelFacts } from './model-facts'

export function PriceAndLimits({ model }: { model: ListedModel }) {
  return (
    <section
      aria-label="Price and limits"
      className="grid gap-8 border-t border-line px-5 py-8 sm:px-8 lg:grid-cols-2 lg:py-10"
    >
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Price</h2>
        <Panel>
          <PriceTable pricing={model.pricing} label="Price" />
        </Panel>
        {model.routes.length > 1 && (
          <p className="mt-2 text-xs text-faint">
            Of {model.routes[0]?.provider_name}, which is tried first. You pay the price of whoever answers.
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h2 className="mb-4 text-xl font-semibold">Limits and abilities</h2>
        <dl className="divide-y divide-line border-y border-line text-sm">
          {modelFacts(model).map(({ name, value }) => (
            <div key={name} className="grid gap-x-6 py-2.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-muted">{name}</dt>
              <dd className="figures break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
