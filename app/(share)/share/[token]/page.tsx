import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CornerLogo } from '@/components/layout/brand'
import { formatUtcMoment } from '@/lib/client/format/time'
import { pageApi } from '@/lib/client/page-api'
import { apiPaths } from '@/lib/client/paths'

export const metadata: Metadata = {
  title: 'Shared result',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
}

/** One picture or video, for anyone with the link: it works without scripts, and does not reveal who made it. */
export default async function Page({ params }: PageProps<'/share/[token]'>) {
  const { token } = await params
  const share = await pageApi().readShare(token)
  if (share === null) notFound()
  const { isVideo, prompt, expiresAt } = share
  const file = apiPaths.sharedFile(token)
  const fit = 'max-h-[75dvh] max-w-full rounded-md border border-line bg-sunken object-contain'
  return (
    <main className="flex min-h-dvh flex-col">
      <CornerLogo />
      <div className="mx-auto flex w-full max-w-5xl flex-1 flex-col items-center justify-center gap-5 px-4 pt-16 pb-10 sm:px-6">
        <h1 className="sr-only">Shared {isVideo ? 'video' : 'image'}</h1>
        {isVideo ? (
          // biome-ignore lint/a11y/useMediaCaption: a model's output has none
          <video src={file} controls loop playsInline aria-label={prompt ?? 'Shared video'} className={fit} />
        ) : (
          // biome-ignore lint/performance/noImgElement: shown as it was made
          <img src={file} alt={prompt ?? 'Shared image'} className={fit} />
        )}
        {prompt && (
          <p dir="auto" className="max-w-2xl text-md break-words whitespace-pre-wrap text-ink">
            {prompt}
          </p>
        )}
        <p className="text-center text-xs text-faint">
          Made by an AI model. This link works until {formatUtcMoment(expiresAt.toISOString())}.
        </p>
      </div>
    </main>
  )
}
