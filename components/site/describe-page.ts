import type { Metadata } from 'next'

type PageWords = {
  title: string
  description: string
  /** The page's own address, without what only filters or sorts it. */
  path: string
}

/** What is shown beside a link to any of the pages (public/opengraph-image.png). */
const picture = { url: '/opengraph-image.png', width: 1200, height: 630, alt: '' }

/** What search engines and shared links say of a public page. Addresses are made whole by the layout's `metadataBase`. */
export function describePage({ title, description, path }: PageWords): Metadata {
  return {
    title,
    description,
    alternates: { canonical: path },
    openGraph: { type: 'website', title, description, url: path, images: [picture] },
    twitter: { card: 'summary_large_image', title, description, images: [picture] },
  }
}
