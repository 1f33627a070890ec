export function IpRestrictionPage() {
  return null;
}
