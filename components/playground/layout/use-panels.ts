import { useCallback, useState } from 'react'
import { z } from 'zod'
import { useMediaQuery } from '@/components/ui/use-media-query'

const Panels = z.object({ history: z.boolean(), parameters: z.boolean() })
type Panels = z.infer<typeof Panels>

const key = 'portico.playground.panels'
const usual: Panels = { history: false, parameters: true }

function readPanels(): Panels {
  try {
    const parsed = Panels.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success ? parsed.data : usual
  } catch {
    return usual
  }
}

/** Which of the two side panels are open. Beside the conversation they stay as they were left; over it they start closed. */
export function usePanels(columnCount: number) {
  const wide = useMediaQuery('(min-width: 1536px)')
  const roomy = useMediaQuery('(min-width: 1024px)')
  // Three columns and more need the width that the panels would take.
  const docked = wide || (roomy && columnCount < 3)
  const [kept, setKept] = useState(readPanels)
  const [over, setOver] = useState<Panels>({ history: false, parameters: false })
  const set = useCallback(
    (change: Partial<Panels>) => {
      if (!docked) return setOver((before) => ({ ...before, ...change }))
      setKept((before) => {
        const after = { ...before, ...change }
        try {
          localStorage.setItem(key, JSON.stringify(after))
        } catch {
          // Blocked storage: the panels are simply as usual next time.
        }
        return after
      })
    },
    [docked],
  )
  return { docked, open: docked ? kept : over, set }
}
