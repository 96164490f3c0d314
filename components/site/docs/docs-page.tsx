import { PageIntro } from '../page-intro'
import { AuthenticationSection } from './authentication-section'
import { BillingSection } from './billing-section'
import { CallbacksSection } from './callbacks-section'
import { ChatSection } from './chat-section'
import { DocsNav } from './docs-nav'
import { type DocsError, type DocsFailure, ErrorsSection } from './errors-section'
import { IdempotencySection } from './idempotency-section'
import { ImagesSection } from './images-section'
import { type DocsLimit, LimitsSection } from './limits-section'
import { PortraitsSection } from './portraits-section'
import { ReferenceSection } from './reference-section'
import { StartSection } from './start-section'
import { UploadsSection } from './uploads-section'
import { VideosSection } from './videos-section'

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
