'use client'

import { Check, Copy } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './button'
import { cn } from './cn'

const COPIED_MILLIS = 1600

type CopyButtonProps = Omit<ComponentProps<typeof Button>, 'value' | 'onClick' | 'children' | 'asChild'> & {
  value: string
  /** Names the button: “Copy <what>”. */
  what?: string
  /** Text beside the icon. */
  label?: string
}

/** Copies its value and confirms it for a moment. If the browser refuses, shows the text selected. */
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
      variant={label ? 'outline' : 'ghost'}
      size={label ? 'sm' : 'icon-sm'}
      className={className}
      {...rest}
      onClick={async ({ currentTarget }) => {
        if (await writeClipboard(value, currentTarget)) setCopiedAt(Date.now())
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

/** The clipboard API exists only on https and localhost. Elsewhere, copying a selection still works. */
async function writeClipboard(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text, button)
  }
}

const hidden = 'fixed opacity-0'
const shown =
  'fixed inset-x-4 bottom-4 z-50 h-24 rounded-md border border-input bg-popover p-2 font-mono text-sm text-foreground shadow-pop'

/**
 * The text box is next to the button, because a dialog takes the focus back from anything outside it. `execCommand` succeeds
 * without a selection too, so the selection is checked first. If copying fails, the box stays until it loses the focus.
 */
function copySelected(text: string, button: HTMLElement): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = hidden
  area.ariaLabel = 'Press Ctrl+C or ⌘C to copy'
  button.after(area)
  area.focus({ preventScroll: true })
  area.select()
  const isSelected = document.activeElement === area && area.selectionEnd > area.selectionStart
  if (isSelected && document.execCommand('copy')) {
    button.focus({ preventScroll: true })
    area.remove()
    return true
  }
  area.className = shown
  area.addEventListener('blur', () => area.remove())
  return false
}
