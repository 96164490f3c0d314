import { CodeTabs } from '@/components/site/code-tabs'
import { highlight } from '@/components/ui/highlight'
import type { ModelReply } from '@/lib/catalog/schema'
import { codeSamples } from './code-samples'

/** How this model is called, against the very address that the page was opened at. */
export function ModelSamples({ model, origin }: { model: ModelReply; origin: string }) {
  return (
    <CodeTabs
      samples={codeSamples(model, origin).map(({ id, label, language, code }) => ({
        id,
        label,
        code,
        content: highlight(code, language),
      }))}
    />
  )
}
