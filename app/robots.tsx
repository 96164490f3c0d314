import type { MetadataRoute } from 'next'
import { pageApi } from '@/lib/client/page-api'

// The public URL is a setting, so it is not known during the build.
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
