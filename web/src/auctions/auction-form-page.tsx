import { Page } from '../shell/page.tsx';

export default function AuctionFormPage() {
  return <Page title="Lägg till auktion">{null}</Page>;
}
