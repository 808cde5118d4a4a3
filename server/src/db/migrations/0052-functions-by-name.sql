-- DATA-4: functions that run with the owner's rights may be called only by roles that `db/grants.ts` names.
do $$
declare
  definer regprocedure;
  product name;
begin
  for definer in
    select oid from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
  loop
    execute format('revoke execute on function %s from public', definer);
    -- The nodes that run meanwhile go on: their role is known by what it may read.
    for product in
      select distinct r.rolname
      from pg_class c, aclexplode(c.relacl) acl join pg_roles r on r.oid = acl.grantee
      where c.oid = 'auctions'::regclass and acl.privilege_type = 'SELECT' and acl.grantee <> c.relowner
    loop
      execute format('grant execute on function %s to %I', definer, product);
    end loop;
  end loop;
end $$;

-- The trigger on the history adds the links, so no role needs the right to call the function.
alter function history_written() security definer set search_path = pg_catalog, public;
revoke execute on function history_written() from public;
