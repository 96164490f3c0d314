'use client'

import { type FormEvent, useState } from 'react'
import { SearchBox } from '@/components/forms/search-box'

/** Opens one request by the id that its answer had (`x-request-id`), whatever the list shows. */
export function RequestFinder({ onFind }: { onFind: (id: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onFind(text.trim())
    setText('')
  }
  return (
    <form onSubmit={submit} className="max-sm:w-full">
      <SearchBox
        label="Find by request id"
        placeholder="Request id"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        className="sm:w-40"
      />
    </form>
  )
}
