import Link from 'next/link'
import { Children, isValidElement, type ReactNode } from 'react'
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from '@/components/ui/code-block'
import { isCodeLanguage } from '@/components/ui/highlight'
import { Panel } from '@/components/ui/panel'
import { anchorOf } from './docs-contents'

/** The value of `{{name}}`: a text, or a function that renders a paragraph of its own under that heading. */
export type GuideValues = Readonly<Record<string, string | ((heading: string) => ReactNode)>>

type GuideTextProps = { text: string; values: GuideValues }

/** Renders the Markdown of a page of the guide. */
export function GuideText({ text, values }: GuideTextProps) {
  return fill(text, values)
    .split(/^(?=## )/m)
    .map((section) => {
      const [, heading = ''] = /^## (.+)/.exec(section) ?? []
      return (
        <ReactMarkdown key={heading} remarkPlugins={[remarkGfm]} components={elementsOf(heading, values)}>
          {section}
        </ReactMarkdown>
      )
    })
}

function fill(text: string, values: GuideValues): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name) => {
    if (!Object.hasOwn(values, name)) throw new Error(`The guide has no value for ${placeholder}.`)
    const value = values[name]
    return typeof value === 'string' ? value : placeholder
  })
}

function elementsOf(heading: string, values: GuideValues): Components {
  return {
    h2: () => <DocsHeading>{heading}</DocsHeading>,
    p: ({ children }) => {
      const [, name] = /^\{\{(\w+)\}\}$/.exec(String(children)) ?? []
      const value = name && values[name]
      return typeof value === 'function' ? value(heading) : <p>{children}</p>
    },
    a: ({ href = '', children }) => (
      <Link prefetch={false} href={href} className="text-brand-text underline underline-offset-3">
        {children}
      </Link>
    ),
    code: ({ children }) => <InlineCode>{children}</InlineCode>,
    pre: Code,
    table: ({ children }) => <NameList label={heading} rows={rowsOf(children)} />,
  }
}

/** ```` ```json Reply ````: the text after the language is the title. */
function Code({ node }: ExtraProps) {
  const code = node?.children[0]
  if (code?.type !== 'element') return null
  const language = String(code.properties.className).replace('language-', '')
  const text = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('')
  return (
    <CodeBlock
      code={text.trimEnd()}
      {...(isCodeLanguage(language) && { language })}
      title={code.data?.meta}
    />
  )
}

/** Rows of a table: a name and its meaning. With three cells, the middle one is next to the name. */
function rowsOf(table: ReactNode): DocsRow[] {
  const [, body] = Children.toArray(table)
  return inside(body).map((row) => {
    const [name = [], ...others] = inside(row).map(inside)
    return {
      name: name.map(textOf).join(''),
      aside: others.length > 1 && others[0]?.map(textOf).join(''),
      text: others.at(-1),
    }
  })
}

function inside(node: ReactNode): ReactNode[] {
  return isValidElement<{ children?: ReactNode }>(node) ? Children.toArray(node.props.children) : []
}

function textOf(node: ReactNode): string {
  return typeof node === 'string' ? node : inside(node).map(textOf).join('')
}

/** A heading with an anchor. */
function DocsHeading({ children }: { children: string }) {
  const id = anchorOf(children)
  return (
    <h2 id={id} className="mt-4 scroll-mt-[calc(var(--site-bar)+1rem)] text-xl font-semibold text-foreground">
      <a
        href={`#${id}`}
        className="rounded-xs underline-offset-4 hover:underline hover:decoration-border-strong"
      >
        {children}
      </a>
    </h2>
  )
}

export type DocsRow = { name: string; aside?: ReactNode; text: ReactNode }

/** Names and their meaning. A list instead of a table, so that long names have room on phones. */
export function NameList({ label, rows }: { label: string; rows: readonly DocsRow[] }) {
  return (
    <Panel>
      <dl aria-label={label} className="divide-y divide-border text-sm">
        {rows.map(({ name, aside, text }) => (
          <div key={name} className="grid gap-x-6 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[15rem_minmax(0,1fr)]">
            <dt className="flex flex-wrap items-baseline gap-x-2.5 font-mono break-all text-foreground">
              {name}
              {aside && <span className="figures font-sans text-xs text-faint-foreground">{aside}</span>}
            </dt>
            <dd className="min-w-0 break-words text-muted-foreground">{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-xs bg-accent px-1 py-0.5 font-mono text-[0.92em] break-words text-foreground">
      {children}
    </code>
  )
}
