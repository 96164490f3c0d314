'use client'

import { type ComponentProps, createContext, type KeyboardEvent, use } from 'react'
import { cn } from './cn'

type ToggleGroupProps = Omit<ComponentProps<'div'>, 'defaultValue'> & { disabled?: boolean | undefined } & (
    | { type: 'single'; value: string; onValueChange: (value: string) => void }
    | { type: 'multiple'; value: readonly string[]; onValueChange: (value: string[]) => void }
  )

type Group = {
  values: readonly string[]
  /** One of them is chosen, as by radio buttons. */
  isSingle: boolean
  isDisabled: boolean
  press: (value: string) => void
}

const Toggles = createContext<Group>({ values: [], isSingle: true, isDisabled: false, press: () => {} })

/** A segmented control. Not Radix's, which would load its focus groups on pages without tabs and menus. */
export function ToggleGroup(props: ToggleGroupProps) {
  const { className, type: _, value, onValueChange: __, disabled = false, ...rest } = props
  const isSingle = props.type === 'single'
  const values = typeof value === 'string' ? [value].filter(Boolean) : value
  function press(one: string): void {
    if (props.type === 'single') props.onValueChange(one)
    else {
      const others = props.value.filter((chosen) => chosen !== one)
      props.onValueChange(others.length < props.value.length ? others : [...others, one])
    }
  }
  return (
    <Toggles value={{ values, isSingle, isDisabled: disabled, press }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it has one role or the other */}
      <div
        role={isSingle ? 'radiogroup' : 'toolbar'}
        onKeyDown={moveBetweenItems}
        className={cn(
          'inline-flex h-8 w-fit items-stretch gap-0.5 rounded-md border border-border bg-muted p-0.5 pointer-coarse:h-10',
          className,
        )}
        {...rest}
      />
    </Toggles>
  )
}

/** Arrow keys, Home and End move the focus; Space and Enter choose. */
function moveBetweenItems(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  if (!(event.target instanceof HTMLElement)) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = items.indexOf(event.target)
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: -1,
  }
  const place = places[event.key]
  if (at < 0 || place === undefined) return
  event.preventDefault()
  items.at(place % items.length)?.focus()
}

export function ToggleGroupItem({ className, value, ...rest }: ComponentProps<'button'> & { value: string }) {
  const { values, isSingle, isDisabled, press } = use(Toggles)
  const isOn = values.includes(value)
  return (
    <button
      type="button"
      {...(isSingle ? { role: 'radio', 'aria-checked': isOn } : { 'aria-pressed': isOn })}
      data-state={isOn ? 'on' : 'off'}
      disabled={isDisabled}
      // One stop in the tab order: the chosen one.
      tabIndex={isOn || !isSingle || values.length === 0 ? 0 : -1}
      onClick={() => press(value)}
      className={cn(
        'relative flex items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 text-xs font-medium whitespace-nowrap text-muted-foreground transition-colors duration-100 hover:text-foreground disabled:opacity-50 data-[state=on]:border-border data-[state=on]:bg-card data-[state=on]:text-foreground dark:data-[state=on]:bg-secondary pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1 [&_svg]:size-3.5',
        className,
      )}
      {...rest}
    />
  )
}
