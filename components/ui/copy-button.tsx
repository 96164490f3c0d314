'use client'

import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './button'
import { cn } from './cn'

const COPIED_MILLIS = 1600

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'value' | 'onClick' | 'children' | 'asChild'> & {
  value: string
  /** What is copied: “Copy <what>” is the accessible name. */
  what?: string
  /** Text beside the icon. */
  label?: string
}

/** Copies its value, and says so for a moment. */
export function CopyButton({ value, what = 'to clipboard', label, className, ...rest }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState(0)
  const copied = copiedAt > 0
  useEffect(() => {
    if (copiedAt === 0) return undefined
    const timer = setTimeout(setCopiedAt, COPIED_MILLIS, 0)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const Icon = copied ? Check : Copy
  return (
    <Button
      variant={label ? 'secondary' : 'ghost'}
      size={label ? 'sm' : 'icon-sm'}
      className={className}
      {...rest}
      onClick={async () => {
        if (await writeClipboard(value)) setCopiedAt(Date.now())
      }}
      aria-label={label ? undefined : `Copy ${what}`}
    >
      <Icon className={cn(copied && 'text-success-text')} aria-hidden="true" />
      {label && <span aria-hidden={copied}>{copied ? 'Copied' : label}</span>}
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  )
}

/** The clipboard API exists on https and localhost only; elsewhere the old way through a selection still works. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.style.position = 'fixed'
    area.style.opacity = '0'
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}
