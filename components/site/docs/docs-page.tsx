import { ChevronDown } from 'lucide-react'
import { PageIntro } from '../page-section'
import { ChatSection } from './chat-section'
import { docsContents } from './docs-elements'
import { ImagesSection, PortraitsSection, UploadsSection, VideosSection } from './media-sections'
import {
  AuthenticationSection,
  BillingSection,
  CallbacksSection,
  type DocsError,
  type DocsFailure,
  type DocsLimit,
  ErrorsSection,
  IdempotencySection,
  LimitsSection,
  ReferenceSection,
  StartSection,
} from './request-sections'

type DocsPageProps = {
  /** Where the reader reached us: samples can be pasted as they are. */
  origin: string
  errors: readonly DocsError[]
  failures: readonly DocsFailure[]
  limits: readonly DocsLimit[]
}

/** The developers' guide, on one page. */
export function DocsPage({ origin, errors, failures, limits }: DocsPageProps) {
  return (
    <>
      <PageIntro
        title="Docs"
        lead="One API for chat, pictures and video, with one key and one balance. What follows is all that it takes."
      />
      <div className="border-line lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:border-t">
        <DocsNav />
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <StartSection origin={origin} />
          <AuthenticationSection origin={origin} />
          <ChatSection origin={origin} />
          <ImagesSection origin={origin} />
          <UploadsSection origin={origin} />
          <VideosSection origin={origin} />
          <PortraitsSection origin={origin} />
          <CallbacksSection />
          <ErrorsSection errors={errors} failures={failures} />
          <LimitsSection limits={limits} />
          <IdempotencySection />
          <BillingSection origin={origin} />
          <ReferenceSection origin={origin} />
        </div>
      </div>
    </>
  )
}

/** What the guide has: beside it where there is room, else folded above it. */
function DocsNav() {
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
