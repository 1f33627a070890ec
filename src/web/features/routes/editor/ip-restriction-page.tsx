import { useLocation } from 'react-router-dom';
import { RestrictionEditorPage } from '#web/features/routes/editor/restriction-editor-page.tsx';
import { BadAddressCard } from '#web/features/routes/editor/restriction-states.tsx';
import { isAddressable } from '#contract/endpoint.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { Page } from '#web/ui/layout/page.tsx';

export function IpRestrictionPage() {
  const { pathname } = useLocation();
  const { edgeId = '', routeId = '' } = paramsOf(paths.ipRestriction, pathname);
  if (isAddressable(edgeId) && isAddressable(routeId))
    return <RestrictionEditorPage route={{ edge_id: edgeId, id: routeId }} />;
  return (
    <Page title="IP restriction" heading="IP restriction">
      <BadAddressCard />
    </Page>
  );
}
