import { CodeBlock } from '@/components/ui/code-block'
import { DocsSection } from './docs-section'
import { DocsTable } from './docs-table'
import { InlineCode } from './inline-code'

export function PortraitsSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="portraits">
      <p>
        People who appear in videos again and again are kept as assets in groups. Virtual ones are created; a
        real person’s group comes out of a check on that person’s own phone. Every call is a POST that names
        its action.
      </p>
      <CodeBlock
        language="bash"
        code={`GROUP=$(curl -s "${origin}/v1/portrait/?Action=CreateAssetGroup&Version=2024-01-01" \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"Name": "narrator", "GroupType": "AIGC"}' | jq -r .Id)

curl "${origin}/v1/portrait/?Action=CreateAsset&Version=2024-01-01" \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "GroupId": "'$GROUP'",
    "AssetType": "Image",
    "Name": "front",
    "URL": "https://example.com/narrator.png"
  }'`}
      />
      <p>
        Ask <InlineCode>GetAsset</InlineCode> until <InlineCode>Status</InlineCode> is{' '}
        <InlineCode>Active</InlineCode>, then use <InlineCode>asset://&lt;id&gt;</InlineCode> in a video’s
        content. For a real person call <InlineCode>CreateVisualValidateSession</InlineCode>, open its{' '}
        <InlineCode>H5Link</InlineCode> on the phone within two minutes, and ask{' '}
        <InlineCode>GetVisualValidateResult</InlineCode> for the <InlineCode>GroupId</InlineCode>. Errors are
        in <InlineCode>ResponseMetadata.Error</InlineCode>, also with status 200: look there, not only at the
        status.
      </p>
      <DocsTable label="Codes of portrait errors" rows={codes} />
    </DocsSection>
  )
}

const codes = [
  { name: 'MissingParameter.<Field>', aside: 400, text: 'A required field is missing.' },
  { name: 'InvalidParameter.<Field>', aside: 400, text: 'A field has a value that it cannot have.' },
  { name: 'Unauthorized', aside: 401, text: 'The key is missing or not valid.' },
  { name: 'Forbidden', aside: 403, text: 'The key may not do this, or the group or asset is not yours.' },
  { name: 'QuotaExceeded', aside: 403, text: 'The quota of groups or assets is full.' },
  { name: 'AIGCNotAvailable', aside: 403, text: 'Virtual groups are not enabled here.' },
  { name: 'RateLimitExceeded', aside: 429, text: 'Too many requests.' },
  { name: 'ValidatePending', aside: 200, text: 'The person has not finished the check yet: ask again.' },
  { name: 'ValidateFailed', aside: 200, text: 'The person did not pass the check: start another.' },
  { name: 'TokenExpired', aside: 200, text: 'The check was not finished in time: start another.' },
  { name: 'InvalidToken', aside: 200, text: 'This token is not one of yours.' },
]
