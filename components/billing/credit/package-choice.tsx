import type { CreditPackage } from '@/lib/billing/orders-schema'
import { formatMoney } from '@/lib/client/format/money'

type PackageChoiceProps = { offer: CreditPackage; checked: boolean; onChoose: () => void }

/** One of the packages: a radio button that is as large as its words. */
export function PackageChoice({ offer, checked, onChoose }: PackageChoiceProps) {
  return (
    <label className="relative flex cursor-pointer flex-col rounded-md border border-line-strong px-3 py-2.5 transition-colors duration-100 hover:border-control has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="package"
        value={offer.inner_id}
        checked={checked}
        onChange={onChoose}
        className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
      />
      <span className="figures text-lg font-semibold">{formatMoney(offer.price, { min: 0 })}</span>
      <span className="figures text-xs text-muted">{formatMoney(offer.credit)} credit</span>
    </label>
  )
}
