'use client'

import { type ReactNode, type Ref, useEffect, useEffectEvent, useState } from 'react'
import { isResult } from '@/components/forms/dragged-result'
import { useMay } from '@/components/layout/permissions'

type StudioLayoutProps = {
  title: string
  formLabel: string
  form: ReactNode
  resultsLabel: string
  resultsRef: Ref<HTMLElement>
  results: ReactNode
  /** Dialogs and overlays. */
  children: ReactNode
}

/** The form on one side, the results on the other; on phones the results are below. */
export function StudioLayout(props: StudioLayoutProps) {
  const may = useMay()
  const { title, formLabel, form, resultsLabel, resultsRef, results, children } = props
  return (
    <div className="grid min-h-full grid-cols-1 lg:grid-cols-[23rem_minmax(0,1fr)]">
      <h1 className="sr-only">{title}</h1>
      <section
        aria-label={formLabel}
        className="quiet-scroll border-b border-border lg:sticky lg:top-(--shell-bar) lg:h-[calc(100dvh-var(--shell-bar))] lg:overflow-y-auto lg:border-r lg:border-b-0"
      >
        {may('models.use') ? (
          form
        ) : (
          <p className="p-4 text-sm text-muted-foreground">
            Your role shows what others made. It does not include making anything.
          </p>
        )}
      </section>
      <section ref={resultsRef} aria-label={resultsLabel} className="min-w-0 scroll-mt-(--shell-bar)">
        {results}
      </section>
      {children}
    </div>
  )
}

/** Scrolls to the results if they are below the form, as on phones. */
export function scrollToResults(results: HTMLElement | null): void {
  if (results === null || results.getBoundingClientRect().top < window.innerHeight / 2) return
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  results.scrollIntoView({ behavior, block: 'start' })
}

/** Covers the page while a file is dragged over it, and says what dropping it does. */
export function DropCover({ text }: { text: string }) {
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-scrim p-6">
      <p className="rounded-xl border border-dashed border-brand bg-popover px-8 py-6 text-base font-medium text-foreground shadow-pop">
        {text}
      </p>
    </div>
  )
}

/** Images pasted or dropped anywhere on the page. Returns whether a file is being dragged over the page. */
export function useDroppedImages(onPicture: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null): boolean => {
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture) onPicture(picture)
    return picture !== undefined
  })
  useEffect(() => {
    const holdsFiles = ({ dataTransfer }: DragEvent) =>
      !isResult(dataTransfer) && (dataTransfer?.types.includes('Files') ?? false)
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault() // or the browser would open the file instead of the page
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event)) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      // If there is text too, as from a word processor, the text is pasted.
      if (event.clipboardData?.types.includes('text/plain')) return
      if (take(event.clipboardData)) event.preventDefault()
    }
    const controller = new AbortController()
    const options = { signal: controller.signal }
    window.addEventListener('dragover', over, options)
    window.addEventListener('dragleave', leave, options)
    window.addEventListener('drop', drop, options)
    window.addEventListener('paste', paste, options)
    return () => controller.abort()
  }, [])
  return isOver
}
