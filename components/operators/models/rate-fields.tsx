import { videoSeconds } from '@/components/catalog/price/video-seconds'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Modality } from '@/lib/catalog/schema'
import type { RateTexts } from './price-form'
import { isSecond, type RateName, rates, ratesOf, secondRates } from './price-lines'

type RateFieldsProps = {
  modality: Modality
  texts: RateTexts
  wrong: RateName | null
  onChange: (texts: RateTexts) => void
}

/** A box for each rate. Those by the second of video stand together: one line a resolution, without sound and with it. */
export function RateFields({ modality, texts, wrong, onChange }: RateFieldsProps) {
  const names = ratesOf[modality]
  const field = (name: RateName, label: string, hint?: string) => (
    <RateField
      key={name}
      label={label}
      hint={hint}
      value={texts[name] ?? ''}
      isWrong={wrong === name}
      onChange={(value) => onChange({ ...texts, [name]: value })}
    />
  )
  const seconds = names.filter(isSecond)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {names
          .filter((name) => !isSecond(name))
          .map((name) => field(name, rates[name].label, `USD ${rates[name].unit}`))}
      </div>
      {seconds.length > 0 && (
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium text-ink">By the second</legend>
          <p className="mb-3 text-xs text-faint">
            USD per second of video. Leave out what the model does not make.
          </p>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3">
            {seconds.map((name) => field(name, nameOf(secondRates[name])))}
          </div>
        </fieldset>
      )}
    </>
  )
}

const nameOf = (second: string) => videoSeconds.find(({ rate }) => rate === second)?.name ?? second

type RateFieldProps = {
  label: string
  hint: string | undefined
  value: string
  isWrong: boolean
  onChange: (value: string) => void
}

function RateField({ label, hint, value, isWrong, onChange }: RateFieldProps) {
  return (
    <Field label={label} hint={hint} error={isWrong ? 'Must be an amount such as 0.15.' : undefined}>
      {(control) => (
        <Input
          {...control}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          placeholder="None"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
