'use client'

import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Button } from './button'
import { cn } from './cn'

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'value' | 'onClick' | 'children' | 'asChild'> & {
  value: string
  /** What is copied: “Copy <what>” is the accessible name. */
  what?: string
  /** Words beside the icon. */
  label?: string
}

export function CopyButton({ value, what = 'to clipboard', label, className, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  async function copy() {
    const done = await writeClipboard(value)
    setCopied(done)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 1600)
  }

  return (
    <Button
      variant={label ? 'secondary' : 'ghost'}
      size={label ? 'sm' : 'icon-sm'}
      className={cn(className)}
      {...rest}
      onClick={copy}
      aria-label={label ? undefined : `Copy ${what}`}
    >
      {copied ? <Check className="text-success-text" aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {label && <span>{copied ? 'Copied' : label}</span>}
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
