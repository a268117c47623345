export default function Design() {
  return <div className="page">…</div>;
}
