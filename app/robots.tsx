import type { MetadataRoute } from 'next'
import { pageApi } from '@/lib/client/page-api'

// The address that people use is a setting, so it is not known when the pages are built.
export const dynamic = 'force-dynamic'

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      disallow: [
        '/confirm-email/',
        '/api/',
        '/api-account/',
        '/console',
        '/h5/',
        '/media/',
        '/reset-password/',
        '/sandbox/',
        '/share/',
        '/v1/',
      ],
    },
    sitemap: `${pageApi().readSettings().publicUrl}/sitemap.xml`,
  }
}
