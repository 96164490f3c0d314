import { paths } from '@/lib/client/paths'

/** The pages of the guide, in order. Search and the navigation are made of this list. */
export const docsPages = [
  {
    slug: 'start',
    group: 'Guide',
    title: 'Quick start',
    text: 'A key, the address, and the first request in TypeScript, Python or curl.',
    words: 'getting started first request base url openai sdk sandbox x-request-id',
    headings: [],
  },
  {
    slug: 'authentication',
    group: 'Guide',
    title: 'Authentication and scopes',
    text: 'How a key is sent, what it may do, and how it is narrowed and rotated.',
    words: 'api key bearer token inference account:read account:write rotate 401 403',
    headings: ['Scopes'],
  },
  {
    slug: 'clients',
    group: 'Guide',
    title: 'Claude Code, Codex and other clients',
    text: 'Set-up of coding agents and SDKs, each tried against the published client.',
    words:
      'anthropic ANTHROPIC_BASE_URL config.toml opencode ai sdk vercel langchain litellm openrouter agents mcp',
    headings: ['Claude Code', 'Codex', 'opencode', 'AI SDK', 'LangChain', 'LiteLLM', 'Any other client'],
  },
  {
    slug: 'chat',
    group: 'APIs',
    title: 'Chat',
    text: 'Completions in OpenAI’s format, tools, JSON, web search, caching, and the other formats.',
    words:
      'messages responses embeddings moderations rerank speech transcription stream response_format web_search cache_control usage.cost fallback',
    headings: ['What is particular here'],
  },
  {
    slug: 'images',
    group: 'APIs',
    title: 'Images',
    text: 'Pictures in the answer, or as a task that is polled.',
    words: 'generations async poll b64_json object_url size quality seed',
    headings: ['States of an image task'],
  },
  {
    slug: 'uploads',
    group: 'APIs',
    title: 'Uploads, edits and variations',
    text: 'Sending a picture to be edited, with or without a mask, or varied.',
    words: 'presign mask image_upload_id edit variation md5 sha256',
    headings: ['Rules of uploads'],
  },
  {
    slug: 'videos',
    group: 'APIs',
    title: 'Videos',
    text: 'Videos from text, frames and references.',
    words: 'video generations duration ratio resolution frames callback_url seedance veo kling cancel',
    headings: ['What a video task may say'],
  },
  {
    slug: 'portraits',
    group: 'APIs',
    title: 'Portraits',
    text: 'Virtual people, and real ones who agree on their own phone.',
    words: 'asset group liveness CreateAssetGroup H5Link GetAsset asset://',
    headings: ['Codes of portrait errors'],
  },
  {
    slug: 'callbacks',
    group: 'APIs',
    title: 'Callbacks',
    text: 'Signed notices of videos that are done, and how to verify them.',
    words: 'webhook standard webhooks signature verify retry',
    headings: [],
  },
  {
    slug: 'errors',
    group: 'Rules',
    title: 'Errors',
    text: 'One form for all, every code with its status, and what to repeat.',
    words: 'error code status retry 400 401 402 403 404 409 429 500 502 503 504',
    headings: ['Codes', 'Codes of failed tasks'],
  },
  {
    slug: 'limits',
    group: 'Rules',
    title: 'Rate limits',
    text: 'Requests a minute by kind, and the headers that tell where you stand.',
    words: 'rate limit 429 retry-after x-ratelimit',
    headings: ['Requests a minute'],
  },
  {
    slug: 'idempotency',
    group: 'Rules',
    title: 'Idempotency',
    text: 'Repeating a request without doing, or paying for, it twice.',
    words: 'Idempotency-Key retry duplicate replay',
    headings: [],
  },
  {
    slug: 'billing',
    group: 'Rules',
    title: 'Billing',
    text: 'Holds and settlements, balance and usage over the API, amounts without rounding.',
    words: '402 insufficient_quota balance usage csv cost hold settle',
    headings: [],
  },
] as const

export type DocsPageInfo = (typeof docsPages)[number]
export type DocsSlug = DocsPageInfo['slug']

export function docsPath(slug: string): string {
  return slug === 'start' ? paths.docs : `${paths.docs}/${slug}`
}

export function referencePath(tag: string): string {
  return `${paths.docs}/reference/${anchorOf(tag)}`
}

/** `Codes of failed tasks` → `codes-of-failed-tasks`. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
