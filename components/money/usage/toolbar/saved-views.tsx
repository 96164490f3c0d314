'use client'

import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { z } from 'zod'
import { IconAction } from '@/components/data/icon-action'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const STORE = 'portico.usage-views'
const SavedView = z.object({ name: z.string(), search: z.string() })
type SavedView = z.infer<typeof SavedView>

type ViewListProps = { search: string; onChoose: (search: string) => void }

/** Ranges and filters under a name, kept in this browser. */
export function ViewList({ search, onChoose }: ViewListProps) {
  const [views, setViews] = useState(read)
  const keep = (next: SavedView[]) => {
    write(next)
    setViews(next)
  }
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    if (name === '') return
    keep([...views.filter((one) => one.name !== name), { name, search }])
    event.currentTarget.reset()
  }
  return (
    <>
      {views.length === 0 && (
        <p className="p-3 text-sm text-muted">Save the range and filters that you come back to.</p>
      )}
      <ul className="max-h-64 overflow-y-auto p-1 empty:hidden">
        {views.map((saved) => (
          <li key={saved.name} className="flex items-center rounded-sm hover:bg-hover">
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
              onPress={() => keep(views.filter(({ name }) => name !== saved.name))}
            />
          </li>
        ))}
      </ul>
      <form onSubmit={save} className="flex flex-col gap-3 border-t border-line p-3">
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              name="name"
              required
              maxLength={60}
              placeholder="Production"
              autoComplete="off"
            />
          )}
        </Field>
        <Button type="submit">Save this view</Button>
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
    return [] // the browser keeps nothing, or what it kept is no JSON
  }
}

function write(views: readonly SavedView[]): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(views))
  } catch {
    // A browser that keeps nothing: they last as long as the list is open.
  }
}
