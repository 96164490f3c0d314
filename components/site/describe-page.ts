import type { Metadata } from 'next'

type PageDescription = {
  title: string
  description: string
  /** The page's address, without filters or sorting. */
  path: string
}

/** The preview image of shared links (public/opengraph-image.png). */
const image = { url: '/opengraph-image.png', width: 1200, height: 630, alt: '' }

/** The metadata of a public page for search engines and shared links. The layout's `metadataBase` completes addresses. */
export function describePage({ title, description, path }: PageDescription): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: { type: 'website', title, description, url: path, images: [image] },
    twitter: { card: 'summary_large_image', title, description, images: [image] },
  }
}
