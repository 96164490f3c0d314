'use client'

import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { IconAction } from '@/components/data/icon-action'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Button } from '@/components/ui/button'

const STORE = 'portico.usage-views'
const SavedView = z.object({ name: z.string(), search: z.string() })
type SavedView = z.infer<typeof SavedView>

const MAX_NAME_CHARACTERS = 60
const ViewName = z.object({
  name: z.string().trim().min(1, 'Enter a name.').check(maxCharacters(MAX_NAME_CHARACTERS)),
})

type ViewListProps = { search: string; onChoose: (search: string) => void }

/** Named ranges and filters, stored in this browser. */
export function ViewList({ search, onChoose }: ViewListProps) {
  const [views, setViews] = useState(read)
  const store = (next: SavedView[]) => {
    write(next)
    setViews(next)
  }
  const { register, submit, reset, formState } = useApiForm({
    schema: ViewName,
    defaultValues: { name: '' },
    send: async ({ name }) => {
      store([...views.filter((one) => one.name !== name), { name, search }])
      reset()
    },
  })
  return (
    <>
      {views.length === 0 && (
        <p className="p-3 text-sm text-muted-foreground">
          No saved views yet. Save the current range and filters to open them later.
        </p>
      )}
      <ul className="max-h-64 overflow-y-auto p-1 empty:hidden">
        {views.map((saved) => (
          <li key={saved.name} className="flex items-center rounded-sm hover:bg-accent">
            <button
              type="button"
              aria-pressed={saved.search === search}
              onClick={() => onChoose(saved.search)}
              className="min-h-7.5 min-w-0 flex-1 truncate rounded-sm px-2 text-left text-sm focus-visible:-outline-offset-2 aria-pressed:font-medium pointer-coarse:min-h-10"
            >
              {saved.name}
            </button>
            <IconAction
              label={`Delete ${saved.name}`}
              icon={Trash2}
              onPress={() => store(views.filter(({ name }) => name !== saved.name))}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3 border-t border-border p-3">
        <FormText
          label="Name"
          registration={register('name')}
          error={formState.errors.name?.message}
          placeholder="Production"
          autoComplete="off"
        />
        <Button variant="outline" type="submit">
          Save this view
        </Button>
      </form>
    </>
  )
}

function read(): SavedView[] {
  try {
    return z
      .array(SavedView)
      .catch([])
      .parse(JSON.parse(localStorage.getItem(STORE) ?? '[]'))
  } catch {
    return [] // storage is blocked, or holds no JSON
  }
}

function write(views: readonly SavedView[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(views))
  } catch {
    // Storage is blocked or full: the views last until the list is closed.
  }
}
