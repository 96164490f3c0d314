import { RotateCcw } from 'lucide-react'
import { type ComponentProps, type ReactNode, useCallback, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Slider } from '@/components/ui/slider'
import { type ParameterName, type Settings, supportsParameter } from '../conversation/settings'
import { useConversation, useModels, usePlaygroundStore } from '../store/context'

/** Whether the chosen models support a parameter, and which do not. */
type Support = { disabled: boolean; note: string | null }

export function useSettings() {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  const models = useModels()
  const change = useCallback(
    (change: Partial<Settings>) => store.dispatch(conversation.id, { type: 'settings-changed', change }),
    [store, conversation.id],
  )
  const chosen = conversation.columns.flatMap(
    (column) => models.find((model) => model.id === column.modelId) ?? [],
  )
  const supportOf = (name: ParameterName): Support => {
    const without = chosen.filter((model) => !supportsParameter(model.supportedParameters, name))
    if (without.length === 0) return { disabled: false, note: null }
    const names = [...new Set(without.map((model) => model.name))].join(', ')
    const disabled = without.length === chosen.length
    return { disabled, note: disabled ? `Not supported by ${names}` : `Not sent to ${names}` }
  }
  return { settings: conversation.settings, change, supportOf }
}

type RowControl = { id: string | undefined; 'aria-describedby': string | undefined; disabled: boolean }

type ParameterRowProps = {
  name: ParameterName
  label: string
  /** False if the control has its own name (a button, a group). */
  named?: boolean
  /** Shown while the parameter is not at its default. */
  onReset?: (() => void) | undefined
  /** To the right of the label. */
  aside?: (control: RowControl) => ReactNode
  children?: (control: RowControl) => ReactNode
}

export function ParameterRow({ name, label, named = true, onReset, aside, children }: ParameterRowProps) {
  const support = useSettings().supportOf(name)
  const id = useId()
  const noteId = `${id}-note`
  const control = {
    id: named ? id : undefined,
    'aria-describedby': support.note ? noteId : undefined,
    disabled: support.disabled,
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-7 items-center gap-1">
        <Label
          asChild={!named}
          htmlFor={control.id}
          className={cn('font-normal', support.disabled && 'text-faint-foreground')}
        >
          {named ? label : <span>{label}</span>}
        </Label>
        {onReset && !support.disabled && (
          <Button
            variant="ghost"
            size="icon-sm"
            className="size-6 pointer-coarse:size-8 pointer-coarse:after:-inset-1.25 [&_svg]:size-3"
            aria-label={`Reset ${label.toLowerCase()}`}
            onClick={onReset}
          >
            <RotateCcw aria-hidden="true" />
          </Button>
        )}
        <div className="ml-auto flex min-w-0 items-center">
          {support.disabled ? (
            <span className="text-xs text-faint-foreground" title={support.note ?? undefined}>
              Not supported
            </span>
          ) : (
            aside?.(control)
          )}
        </div>
      </div>
      {!support.disabled && children?.(control)}
      {!support.disabled && support.note && (
        <p id={noteId} className="text-xs text-faint-foreground">
          {support.note}
        </p>
      )}
    </div>
  )
}

type SliderRowProps = {
  name: 'temperature' | 'topP' | 'frequencyPenalty' | 'presencePenalty'
  label: string
  /** The API's default. */
  standard: number
  min: number
  max: number
  step: number
}

/** A number within bounds, set by slider or typed. */
export function SliderRow({ name, label, standard, min, max, step }: SliderRowProps) {
  const { settings, change } = useSettings()
  const value = settings[name]
  const onChange = (next: number | null) => change({ [name]: next })
  return (
    <ParameterRow
      name={name}
      label={label}
      onReset={value === null ? undefined : () => onChange(null)}
      aside={(control) => (
        <NumberBox
          {...control}
          value={value}
          onChange={onChange}
          min={min}
          max={max}
          placeholder={String(standard)}
          className="w-14"
        />
      )}
    >
      {(control) => (
        <Slider
          aria-label={`${label}, slider`}
          value={value ?? standard}
          quiet={value === null}
          min={min}
          max={max}
          step={step}
          disabled={control.disabled}
          onValueChange={(next) => onChange(Number(next.toFixed(2)))}
        />
      )}
    </ParameterRow>
  )
}

type IntegerRowProps = {
  name: 'maxTokens' | 'seed'
  label: string
  min: number
  max?: number
  placeholder: string
}

/** An optional whole number. */
export function IntegerRow({ name, label, ...box }: IntegerRowProps) {
  const { settings, change } = useSettings()
  return (
    <ParameterRow
      name={name}
      label={label}
      aside={(control) => (
        <NumberBox
          {...control}
          {...box}
          integer
          className="w-24"
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )}
    />
  )
}

type NumberBoxProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null
  onChange: (value: number | null) => void
  min?: number | undefined
  max?: number | undefined
  integer?: boolean
}

/** An optional number. It is applied, and clamped to its range, on Enter or when the box loses the focus. */
function NumberBox({ value, onChange, min, max, integer = false, className, ...rest }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function commit() {
    if (typed === null) return
    setTyped(null)
    const number = Number(typed)
    if (typed.trim() === '') onChange(null)
    else if (Number.isFinite(number)) onChange(clamp(integer ? Math.round(number) : number, min, max))
  }

  return (
    <Input
      {...rest}
      inputMode={integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
      }}
      className={cn('figures h-7 px-2 text-right text-xs', className)}
    />
  )
}

function clamp(value: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(max, Math.max(min, value))
}
