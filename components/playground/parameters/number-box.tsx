import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import { Input } from '@/components/ui/input'

type NumberBoxProps = {
  id?: string | undefined
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  integer?: boolean
  placeholder: string
  disabled?: boolean
  className?: string
}

/** A number that may be left out. It is taken when the box is left, and pulled into its range then. */
export function NumberBox({
  value,
  onChange,
  min,
  max,
  integer = false,
  className,
  ...rest
}: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function take() {
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
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
      className={cn('figures h-7 px-2 text-right text-xs', className)}
    />
  )
}

function clamp(value: number, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number {
  return Math.min(max, Math.max(min, value))
}
