import { ChevronDown } from 'lucide-react'
import { docsContents } from './docs-contents'

/** What the guide has: beside it where there is room, else folded above it. */
export function DocsNav() {
  const links = (
    <ul className="flex flex-col gap-px text-sm">
      {docsContents.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-7.5 items-center rounded-md px-2 text-muted transition-colors duration-100 hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <nav
        aria-label="Guide"
        className="sticky top-(--site-bar) hidden max-h-[calc(100dvh-var(--site-bar))] overflow-y-auto px-6 py-10 lg:block"
      >
        {links}
      </nav>
      <details className="group border-t border-line px-5 py-3 sm:px-8 lg:hidden">
        <summary className="press-line flex list-none items-center justify-between text-sm font-medium text-ink [&::-webkit-details-marker]:hidden">
          On this page
          <ChevronDown
            className="size-4 text-faint transition-transform duration-150 group-open:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <nav aria-label="On this page" className="pt-2">
          {links}
        </nav>
      </details>
    </>
  )
}
