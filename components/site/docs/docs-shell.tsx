import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { SearchBox } from '@/components/forms/search-box'
import { cn } from '@/components/ui/cn'
import { paths } from '@/lib/client/paths'
import { anchorOf, docsPages, docsPath, referencePath } from './docs-contents'

type Heading = { id: string; title: string }

type DocsShellProps = {
  /** The address of this page. */
  current: string
  title: string
  lead?: ReactNode
  headings?: readonly Heading[]
  /** The sections of the API reference. */
  tags: readonly string[]
  /** The search query. */
  query?: string
  children: ReactNode
}

/** The frame of a docs page: navigation, search and contents. Works without JavaScript. */
export function DocsShell({ current, title, lead, headings = [], tags, query, children }: DocsShellProps) {
  const groups = groupsOf(tags)
  const here = groups.flatMap(({ links }) => links).find(({ href }) => href === current)
  const nav = <DocsNav groups={groups} current={current} />
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="quiet-scroll sticky top-(--site-bar) hidden max-h-[calc(100dvh-var(--site-bar))] self-start overflow-y-auto px-5 py-8 lg:block">
        <DocsSearch query={query} />
        {nav}
      </aside>
      <div className="border-b border-border px-5 py-3 sm:px-8 lg:hidden">
        <DocsSearch query={query} />
        <details className="group mt-2">
          <summary className="press-line flex min-h-9 list-none items-center justify-between text-sm font-medium text-foreground [&::-webkit-details-marker]:hidden">
            {here?.title ?? 'All pages'}
            <ChevronDown className="size-4 text-faint-foreground group-open:rotate-180" aria-hidden="true" />
          </summary>
          {nav}
        </details>
      </div>
      <div className="min-w-0 border-border lg:border-l xl:grid xl:grid-cols-[minmax(0,1fr)_13rem]">
        <article className="flex min-w-0 flex-col gap-5 px-5 py-10 text-base text-muted-foreground sm:px-8 lg:px-10 [&>p]:max-w-2xl [&>ul]:max-w-2xl">
          <header>
            <h1 className="text-3xl font-semibold break-words text-foreground">{title}</h1>
            {lead && <p className="mt-2 max-w-2xl text-md">{lead}</p>}
          </header>
          {headings.length > 1 && (
            <nav aria-label="On this page" className="text-sm xl:hidden">
              <HeadingLinks headings={headings} className="flex flex-wrap gap-x-4 gap-y-1" />
            </nav>
          )}
          {children}
        </article>
        {headings.length > 1 && (
          <nav
            aria-label="On this page"
            className="quiet-scroll sticky top-(--site-bar) max-h-[calc(100dvh-var(--site-bar))] self-start overflow-y-auto py-11 pr-6 text-sm max-xl:hidden"
          >
            <p className="mb-2 text-xs font-medium text-faint-foreground">On this page</p>
            <HeadingLinks headings={headings} className="flex flex-col gap-1.5" />
          </nav>
        )}
      </div>
    </div>
  )
}

/** Titles as headings with their anchors. */
export const headingsOf = (titles: readonly string[]): Heading[] =>
  titles.map((title) => ({ id: anchorOf(title), title }))

type NavLink = { href: string; title: string }
type NavGroup = { name: string; links: NavLink[] }

function groupsOf(tags: readonly string[]): NavGroup[] {
  const guide = Map.groupBy(docsPages, ({ group }) => group)
  const reference = tags.map((tag) => ({ href: referencePath(tag), title: tag }))
  return [
    ...[...guide].map(([name, pages]) => ({
      name,
      links: pages.map(({ slug, title }) => ({ href: docsPath(slug), title })),
    })),
    { name: 'API reference', links: reference },
  ]
}

function DocsNav({ groups, current }: { groups: readonly NavGroup[]; current: string }) {
  return (
    <nav aria-label="Guide" className="flex flex-col gap-5 pt-5">
      {groups.map(({ name, links }) => (
        <div key={name}>
          <p className="mb-1 px-2 text-xs text-faint-foreground">{name}</p>
          <ul className="flex flex-col gap-px text-sm">
            {links.map(({ href, title }) => (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={href === current ? 'page' : undefined}
                  className={cn(
                    'flex min-h-7.5 items-center rounded-md px-2 py-1 transition-colors duration-100 pointer-coarse:min-h-11',
                    href === current
                      ? 'bg-secondary font-medium text-foreground'
                      : 'text-muted-foreground hover:bg-accent hover:text-foreground',
                  )}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function DocsSearch({ query }: { query: string | undefined }) {
  return (
    <search>
      <form action={paths.docsSearch}>
        <SearchBox label="Search the docs" placeholder="Search the docs" name="q" defaultValue={query} />
      </form>
    </search>
  )
}

function HeadingLinks({ headings, className }: { headings: readonly Heading[]; className: string }) {
  return (
    <ul className={className}>
      {headings.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`} className="rounded-xs break-words text-muted-foreground hover:text-foreground">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
