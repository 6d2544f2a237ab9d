exit;
